import type { Needs } from '../allocation/admission/needs.js';
import type { Draft } from '../allocation/admission/draft.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Timeline } from '../allocation/timeline/timeline.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord, textOf, type Message } from '../kernel/message.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import { limitsOf } from '../kernel/tenant-limits.js';
import { formatInstant, fromNow } from '../kernel/time-window.js';
import type { ReservationPolicy } from './reservation-policy.js';
import type { Spelling } from './reservation.js';

/** Whose reservations a decision must read: only those of a tenant with a limit. */
export function tenantNeeds(
  tenant: string | undefined,
  { tenantLimits, tenantLimitsAllZones }: ReservationPolicy,
): Pick<Needs, 'heldBy' | 'heldElsewhereBy'> {
  if (tenant === undefined) return {};
  if (limitsOf(tenant, tenantLimitsAllZones).size > 0) return { heldBy: [tenant], heldElsewhereBy: [tenant] };
  return limitsOf(tenant, tenantLimits).size > 0 ? { heldBy: [tenant] } : {};
}

/**
 * Checks a tenant's reservations against its limits per class in a zone, and in all zones together, at every instant to come
 * (semantics §5, per-tenant limits). A reservation in conflict holds nothing, and is not refused when it is admitted again.
 *
 * @throws DomainError `policy-violated`, naming the first instant of the peak
 */
export function checkTenant(
  draft: Draft,
  asked: Asked,
  { tenantLimits, tenantLimitsAllZones }: ReservationPolicy,
  spelling: Spelling,
): void {
  const { tenant } = asked;
  if (tenant === undefined) return;
  const inZone = limitsOf(tenant, tenantLimits);
  const inAllZones = limitsOf(tenant, tenantLimitsAllZones);
  if (inZone.size === 0 && inAllZones.size === 0) return;
  const held = draft.heldByTenant(tenant);
  const heldInAll = [...held, ...draft.heldElsewhereByTenant(tenant)];
  checkLimits(draft, asked, { limits: inZone, held, where: '' }, spelling);
  checkLimits(draft, asked, { limits: inAllZones, held: heldInAll, where: ' in all zones' }, spelling);
}

type Asked = Pick<ReservationRecord, 'id' | 'tenant' | 'window' | 'amounts'>;

interface Scope {
  readonly limits: ReturnType<typeof limitsOf>;
  readonly held: readonly ReservationRecord[];
  readonly where: string;
}

function checkLimits(
  { now }: Draft,
  { id, window, amounts }: Asked,
  { limits, held, where }: Scope,
  spelling: Spelling,
): void {
  const others = held.filter((other) => other.id !== id);
  for (const [name, limit] of limits) {
    const asked = amounts[name] ?? 0;
    if (asked === 0) continue;
    const sums = new Timeline();
    for (const other of others) sums.add(other.window, other.amounts[name] ?? 0);
    const peak = sums.greatest(fromNow(window, now));
    if (peak.value + asked <= limit) continue;
    const sum = `${asked + peak.value}${where} at ${formatInstant(peak.at)}`;
    throw beyond(spelling, name, `the tenant would hold ${sum}, and may hold ${limit}`);
  }
}

function beyond({ amounts }: Spelling, name: ResourceClass, rule: string): DomainError {
  const message: Message = [`${amounts}.`, classWord(name), `: ${rule}`];
  return new DomainError('policy', 'policy-violated', message, {
    fields: [{ path: [amounts, name], detail: textOf(message) }],
  });
}
