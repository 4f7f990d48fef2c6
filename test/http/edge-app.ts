import type { AddressInfo } from 'node:net';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpException,
  type LoggerService,
  Module,
  Param,
  Post,
  QueryMethod,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IsArray, IsIn, IsOptional } from 'class-validator';
import { setUpApp, type Edge } from '../../src/app.setup.js';
import { AllowedHosts } from '../../src/http/edge/allowed-hosts.js';
import { JsonAdapter } from '../../src/http/body/json-adapter.js';
import { Filter } from '../../src/http/body/filter-source.js';
import { OPERATIONS_PATHS } from '../../src/http/paths.js';
import { TakesAnything } from '../../src/http/body/unknown-members.js';
import { IsAmount, IsText, IsWireTime, Nested } from '../../src/http/wire/wire-types.js';
import { DomainError } from '../../src/kernel/domain-error.js';
import { FOREVER } from '../../src/kernel/time-window.js';

const SECRET = 'select secret from vault';

const THROWN: Record<string, () => unknown> = {
  conflict: () =>
    new DomainError('conflict', 'capacity-exceeded', 'requested cores=5 exceeds available 1', {
      offer: { maxCapacity: { cores: 1 }, nextWindow: { start: 3600, end: 7200 } },
    }),
  'conflict-open': () =>
    new DomainError('conflict', 'capacity-exceeded', 'full', {
      offer: { maxCapacity: {}, nextWindow: { start: 3600, end: FOREVER } },
    }),
  invalid: () => DomainError.invalidField(['capacity', 'a/b~c'], 'must be an integer'),
  unknown: () => new DomainError('unknown', 'unknown-zone', 'zone x is not known'),
  inactive: () => new DomainError('inactive', 'not-active', 'reservation is currently not active'),
  policy: () => new DomainError('policy', 'too-long', 'the window is longer than allowed'),
  unavailable: () => new DomainError('unavailable', 'queue-full', 'too many wait', { retryAfter: 7 }),
  lost: () => Object.assign(new Error(SECRET), { code: '57P01' }),
  'disk-full': () =>
    Object.assign(new Error('could not extend file "base/5/1": No space left on device'), { code: '53100' }),
  bug: () => Object.assign(new Error(SECRET), { query: SECRET, status: 418 }),
  'no-error': () => SECRET,
  'http-401': () => new HttpException('who are you', 401),
  'http-403': () => new HttpException('not you', 403),
  'http-429': () => new HttpException('slow down', 429),
  'http-503': () => new HttpException(SECRET, 503),
  'http-502': () => new HttpException(SECRET, 502),
};

function respond(body: Record<string, unknown>): unknown {
  const thrown = THROWN[String(body.throw)];
  if (thrown) throw thrown();
  return { result: 'ok', echo: body };
}

function operationsController(path: string): new () => object {
  @Controller()
  @TakesAnything()
  class OperationsProbe {
    @Post(path)
    @HttpCode(path === '/query-capacity' ? 201 : 200)
    run(@Body() body: Record<string, unknown>): unknown {
      return respond(body);
    }
  }
  return OperationsProbe;
}

class CapacityDto {
  @IsOptional() @IsAmount(32_767) cores?: number | string;
  @IsOptional() @IsAmount(2_147_483_647) ram?: number | string;
}

class TypedDto {
  @IsText() zone!: string;
  @IsWireTime('start') start?: string | number | null;
  @IsWireTime('end', { nullable: true }) end?: string | null;
  @IsOptional() @Nested(() => CapacityDto) capacity?: CapacityDto;
  @IsOptional() @IsArray() elements?: unknown[];
  @IsOptional() @IsIn(['total', 'available']) metric?: string;
}

@Controller()
@TakesAnything()
class NorthboundProbe {
  @Post('reservation/compute/create')
  create(@Body() body: Record<string, unknown>): unknown {
    return respond(body);
  }

  @Post('typed')
  @HttpCode(200)
  typed(@Body() body: TypedDto): unknown {
    return body;
  }

  @Get('capacity/compute/query')
  query(@Filter() filter: Record<string, unknown>): unknown {
    return respond(filter);
  }

  @QueryMethod('capacity/compute/query')
  queryMethod(@Filter() filter: Record<string, unknown>): unknown {
    return respond(filter);
  }

  @Post('capacity/compute/query')
  @HttpCode(200)
  queryPost(@Filter() filter: Record<string, unknown>): unknown {
    return respond(filter);
  }

  @Delete('reservation/compute/:reservation_id')
  terminate(@Param('reservation_id') reservationId: string, @Body() body: unknown): unknown {
    return { reservationId, body };
  }
}

@Module({ controllers: [NorthboundProbe, ...OPERATIONS_PATHS.map(operationsController)] })
class EdgeModule {}

export interface EdgeApp {
  readonly app: NestExpressApplication;
  readonly port: number;
  readonly url: string;
  readonly secret: string;
  readonly close: () => Promise<void>;
}

/** The HTTP edge around throw-away controllers that answer or throw what the body's `throw` member says. */
export async function startEdgeApp(
  module: new () => object = EdgeModule,
  logger: LoggerService | false = false,
  edge: Partial<Edge> = {},
  httpsOptions?: { readonly cert: string; readonly key: string },
): Promise<EdgeApp> {
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(), {
    bodyParser: false,
    logger,
    httpsOptions,
  });
  setUpApp(app, { hosts: new AllowedHosts(['*']), ...edge });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const close = async (): Promise<void> => {
    app.getHttpServer().closeAllConnections();
    await app.close();
  };
  return { app, port, url: `http://127.0.0.1:${port}`, secret: SECRET, close };
}
