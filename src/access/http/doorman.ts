import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type INestApplicationContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../http/caller.js';
import { clientNameOf } from '../../http/client-name.js';
import type { Door } from '../../http/door.js';
import { EdgeRefusal } from '../../http/answers/problem.js';
import { isOpenPath } from '../../http/paths.js';
import { MAX_WEIGHT, requestWeight } from '../../kernel/request-weight.js';
import { tenantScope, type Principal } from '../../kernel/principal.js';
import { stackOf } from '../../kernel/stack-of.js';
import { AccessFailure } from '../access-failure.js';
import { AccessFigures } from '../access-figures.js';
import { Authentication } from '../authentication.js';
import { rateHeaders, refusalOf, tooMany } from './access-refusals.js';
import { RateLimits } from './rate-limits.js';
import { RequestsUnderWay } from './requests-under-way.js';

type Knocking = IncomingMessage &
  Pick<AuthenticatedRequest, 'principal'> & {
    /** Units that its head has cost: a POST may be a GET by the time it is weighed again. */
    paid?: number;
  };

/** The door of a service whose callers authenticate. */
@Injectable()
export class Doorman implements Door {
  private readonly log = new Logger('Access');

  constructor(
    private readonly authentication: Authentication,
    private readonly figures: AccessFigures,
    private readonly rates: RateLimits,
    private readonly underWay: RequestsUnderWay,
  ) {}

  enter(
    request: Knocking,
    response: ServerResponse,
  ): EdgeRefusal | undefined | Promise<EdgeRefusal | undefined> {
    if (isOpenPath(request.url ?? '')) return undefined;
    try {
      const principal = this.authentication.identify(request, clientNameOf(request));
      if (!(principal instanceof Promise)) return this.admit(request, response, principal);
      return principal
        .then((found) => this.admit(request, response, found))
        .catch((error: unknown) => this.refuse(request, error));
    } catch (error) {
      return this.refuse(request, error);
    }
  }

  weighAgain(request: Knocking, response: ServerResponse): EdgeRefusal | undefined {
    const { principal, paid = MAX_WEIGHT } = request;
    if (!principal || paid === MAX_WEIGHT) return undefined;
    const refusal = this.overRate(response, principal, MAX_WEIGHT - paid, paid);
    if (refusal) this.noteRefusal(request, refusal);
    return refusal;
  }

  unidentified(): EdgeRefusal {
    return refusalOf(new AccessFailure('missing', 'This needs credentials.'), this.authentication.ways);
  }

  noteRefusal(request: Knocking, { code }: EdgeRefusal, reason?: string): void {
    this.figures.note({
      code,
      method: request.method ?? '',
      path: (request.url ?? '').split('?', 1)[0],
      address: request.socket.remoteAddress,
      client: clientNameOf(request),
      principal: request.principal?.id,
      reason,
    });
  }

  private admit(request: Knocking, response: ServerResponse, principal: Principal): EdgeRefusal | undefined {
    request.principal = principal;
    const { method = 'GET', url = '/' } = request;
    request.paid = requestWeight(method, url);
    const refusal =
      foreignTenant(request.headers, principal) ??
      this.overRate(response, principal, request.paid) ??
      this.overShare(request, response, principal);
    if (refusal) this.noteRefusal(request, refusal);
    return refusal;
  }

  private overRate(
    response: ServerResponse,
    { id }: Principal,
    weight: number,
    paid = 0,
  ): EdgeRefusal | undefined {
    const { limit } = this.rates;
    if (!limit) return undefined;
    const allowance = this.rates.take(id, weight, paid);
    for (const [name, value] of rateHeaders(limit, allowance)) response.setHeader(name, value);
    return allowance.isEnough
      ? undefined
      : tooMany('The caller sends more than RATE_LIMIT allows.', allowance.wait);
  }

  private overShare(
    { socket }: Knocking,
    response: ServerResponse,
    { id }: Principal,
  ): EdgeRefusal | undefined {
    if (this.underWay.take(id, socket, response)) return undefined;
    return tooMany('The caller has too many requests under way.', 1);
  }

  private refuse(request: Knocking, error: unknown): EdgeRefusal {
    const refusal = refusalOf(error, this.authentication.ways);
    if (refusal.status === 500) this.log.error('a caller could not be identified', stackOf(error));
    else this.noteRefusal(request, refusal, reasonOf(error));
    return refusal;
  }
}

/** What lies behind a failure, for the operator: that the certificate of an issuer is not trusted, or its address is wrong. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof AccessFailure) || !(error.cause instanceof Error)) return undefined;
  const { message, code } = error.cause as NodeJS.ErrnoException;
  return message === '' ? code : message;
}

/** The door of an application; undefined while authentication is off. */
export function doorOf(app: Pick<INestApplicationContext, 'get'>): Door | undefined {
  return app.get(Authentication).isOn ? app.get(Doorman) : undefined;
}

/** The refusal of a consumer that names another tenant than its own. */
function foreignTenant(
  { 'headroom-tenant': named }: IncomingHttpHeaders,
  principal: Principal,
): EdgeRefusal | undefined {
  const own = tenantScope(principal);
  if (named === undefined || own === undefined || named === own) return undefined;
  const detail = 'Headroom-Tenant must be absent or the tenant of the caller.';
  return new EdgeRefusal(403, 'tenant-mismatch', detail, [{ path: ['Headroom-Tenant'], detail }]);
}
