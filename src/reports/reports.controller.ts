import {
  Controller,
  createParamDecorator,
  Get,
  Query,
  Req,
  Res,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../http/allow.js';
import { Caller } from '../http/caller.js';
import { Share } from '../http/client-name.js';
import { JSON_TYPE } from '../http/answers/problem.js';
import { sendPieces } from '../http/answers/streamed-answer.js';
import type { Principal } from '../kernel/principal.js';
import { idleAnswer } from './dto/report-answers.js';
import { idleAsked, IdleQuery, tenantAsked, usageAsked, UsageQuery } from './dto/reports.dto.js';
import { ReportIdle, ReportUsage } from './dto/reports.openapi.js';
import { idleCsv, usageCsv, usageJson } from './dto/report-text.js';
import { ReportsService } from './reports.service.js';

/** Milliseconds. A report that is sent keeps a snapshot of the database, and vacuum removes no row that died since. */
const MAX_SENT_MS = 15 * 60_000;

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Aborted when the connection of a request has closed, after its answer or before; a parameter of a controller's method. */
const Gone = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const gone = new AbortController();
  const response = context.switchToHttp().getResponse<Response>();
  response.once('close', () => gone.abort());
  return gone.signal;
});

/** Additive: what was reserved, and what was made of it. */
@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('usage')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReportUsage()
  async usage(
    @Query() query: UsageQuery,
    @Caller() caller: Principal,
    @Share() client: string,
    @Gone() gone: AbortSignal,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const tenant = tenantAsked(query, caller);
    const report = await this.reports.usage(usageAsked(query), { client, gone }, tenant);
    if (prefersCsv(request)) await sendPieces(response, CSV_TYPE, usageCsv(report), MAX_SENT_MS);
    else await sendPieces(response, JSON_TYPE, usageJson(report), MAX_SENT_MS);
  }

  @Get('idle')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReportIdle()
  async idle(
    @Query() query: IdleQuery,
    @Caller() caller: Principal,
    @Share() client: string,
    @Gone() gone: AbortSignal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const tenant = tenantAsked(query, caller);
    const answer = idleAnswer(await this.reports.idle(idleAsked(query), { client, gone }, tenant));
    if (!prefersCsv(request)) return answer;
    response.setHeader('Content-Type', CSV_TYPE);
    response.setHeader('Headroom-More', String(answer.more));
    return idleCsv(answer);
  }
}

function prefersCsv(request: Request): boolean {
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
}
