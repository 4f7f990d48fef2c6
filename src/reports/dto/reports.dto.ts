import { stringCheck } from '../../http/wire/wire-checks.js';
import { Omittable } from '../../http/wire/wire-members.js';
import {
  Checked,
  IsAmount,
  IsOneOf,
  IsText,
  EndsAfter,
  IsWireTime,
  readAmount,
} from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { tenantScope, type Principal } from '../../kernel/principal.js';
import { parseInstant } from '../../kernel/time-window.js';
import type { IdleAsked, UsageAsked } from '../reports.service.js';
import { USAGE_KEYS, type UsageKey } from '../usage.statement.js';

const DEFAULT_KEY: UsageKey = 'zone';
const DEFAULT_THRESHOLD = '0.8';
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

class ReportQuery {
  @Omittable('Of this zone only.', IsText(255)) zone?: string;
  @Omittable('Of this tenant only; a consumer has no other than its own.', IsText(255)) tenant?: string;
}

/** Query of GET /reports/usage. */
export class UsageQuery extends ReportQuery {
  @Omittable(
    { description: 'What there is a row for, per resource class.', default: DEFAULT_KEY },
    IsOneOf(USAGE_KEYS),
  )
  by?: UsageKey;

  @Omittable('Start; by default 30 days before `to`.', IsWireTime('end')) from?: string;

  @Omittable(
    'End; by default now. A later end includes planned reservations.',
    IsWireTime('end'),
    EndsAfter('from'),
  )
  to?: string;
}

const share = stringCheck('must be a number from 0 to 1', (text) =>
  /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text),
);

/** Query of GET /reports/idle. */
export class IdleQuery extends ReportQuery {
  @Omittable(
    { description: 'Those drawn on less than this share since their start.', default: 0.8 },
    Checked(share, { schema: { type: 'number', minimum: 0, maximum: 1 } }),
  )
  threshold?: string;

  @Omittable(
    { description: 'Maximum number of reservations.', default: DEFAULT_LIMIT },
    IsAmount(MAX_LIMIT, 1),
  )
  limit?: string;
}

/**
 * The tenant that a report is about; absent: all of them.
 *
 * @throws DomainError `invalid-request` when a consumer names another tenant than its own
 */
export function tenantAsked({ tenant }: ReportQuery, caller: Principal): string | undefined {
  const own = tenantScope(caller);
  if (own !== undefined && tenant !== undefined && tenant !== own)
    throw DomainError.invalidField(['tenant'], 'must be the tenant of the caller');
  return own ?? tenant;
}

export function usageAsked({ by = DEFAULT_KEY, from, to, zone }: UsageQuery): UsageAsked {
  return {
    by,
    from: from === undefined ? undefined : parseInstant(from, 'start'),
    to: to === undefined ? undefined : parseInstant(to, 'end'),
    zoneId: zone,
  };
}

export function idleAsked({ threshold = DEFAULT_THRESHOLD, limit, zone }: IdleQuery): IdleAsked {
  return { threshold: Number(threshold), limit: readAmount(limit ?? DEFAULT_LIMIT), zoneId: zone };
}
