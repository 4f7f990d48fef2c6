import { asDomainError } from '../../database/constraints.js';
import { EdgeRefusal, internalError } from '../../http/answers/problem.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { RateLimit } from '../../config/configuration.js';
import { AccessFailure, type FailureKind } from '../access-failure.js';
import type { Ways } from '../authentication.js';
import type { Allowance } from './rate-limits.js';

const CODES = {
  missing: 'credentials-missing',
  invalid: 'credentials-invalid',
  expired: 'credentials-expired',
} as const satisfies Partial<Record<FailureKind, string>>;

/** Seconds. */
const RETRY_AFTER = '1';

/**
 * The answer to credentials that give no principal; an error that was not foreseen stays one.
 *
 * @param ways the challenges that say which credentials would do
 */
export function refusalOf(error: unknown, ways: Ways): EdgeRefusal {
  if (error instanceof AccessFailure) return refusalOfFailure(error, ways);
  const known = asDomainError(error);
  if (known instanceof DomainError && known.kind === 'unavailable')
    return unavailable(known.code, known.message);
  return internalError();
}

function refusalOfFailure({ kind, detail }: AccessFailure, ways: Ways): EdgeRefusal {
  if (kind === 'forbidden') return new EdgeRefusal(403, 'forbidden', detail);
  if (kind === 'unavailable') return unavailable('identity-unavailable', detail);
  const headers = { 'WWW-Authenticate': challenges(kind, ways) };
  return new EdgeRefusal(401, CODES[kind], detail, [], headers);
}

function unavailable(code: string, detail: string): EdgeRefusal {
  return new EdgeRefusal(503, code, detail, [], { 'Retry-After': RETRY_AFTER });
}

/** RFC 6750: an error is named only where credentials were sent. Keystone's own middleware answers the second form. */
function challenges(kind: keyof typeof CODES, { bearer, keystone }: Ways): string {
  const error = kind === 'missing' ? '' : ', error="invalid_token"';
  const all = [
    ...(bearer ? [`Bearer realm="headroom"${error}`] : []),
    ...(keystone === undefined ? [] : [`Keystone uri="${keystone}"`]),
  ];
  return all.join(', ');
}

/** @param wait seconds */
export function tooMany(detail: string, wait: number): EdgeRefusal {
  return new EdgeRefusal(429, 'too-many-requests', detail, [], { 'Retry-After': String(wait) });
}

/** As in draft-ietf-httpapi-ratelimit-headers. */
export function rateHeaders({ perSecond, burst }: RateLimit, { remaining }: Allowance): [string, string][] {
  const full = Math.ceil((burst - remaining) / perSecond);
  return [
    ['RateLimit-Policy', `"principal";q=${burst};w=${Math.ceil(burst / perSecond)}`],
    ['RateLimit', `"principal";r=${remaining};t=${full}`],
  ];
}
