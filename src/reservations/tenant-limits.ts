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

/** The tenants whose reservations a decision must read: only those with a limit. */
export function limitedTenants(tenant: string | undefined, { tenantLimits }: ReservationPolicy): string[] {
  return tenant !== undefined && limitsOf(tenant, tenantLimits).size > 0 ? [tenant] : [];
}

/**
 * Checks a tenant's reservations in a zone against its limit per class, at every instant to come (semantics §5,
 * per-tenant limits). A reservation in conflict holds nothing, and is not refused when it is admitted again.
 *
 * @throws DomainError `policy-violated`, naming the first instant of the peak
 */
export function checkTenant(
  draft: Draft,
  { id, tenant, window, amounts }: Pick<ReservationRecord, 'id' | 'tenant' | 'window' | 'amounts'>,
  { tenantLimits }: ReservationPolicy,
  spelling: Spelling,
): void {
  if (tenant === undefined) return;
  const limits = limitsOf(tenant, tenantLimits);
  if (limits.size === 0) return;
  const others = draft.heldByTenant(tenant).filter((held) => held.id !== id);
  for (const [name, limit] of limits) {
    const asked = amounts[name] ?? 0;
    if (asked === 0) continue;
    const held = new Timeline();
    for (const other of others) held.add(other.window, other.amounts[name] ?? 0);
    const peak = held.greatest(fromNow(window, draft.now));
    if (peak.value + asked > limit) throw beyond(spelling, name, asked + peak.value, limit, peak.at);
  }
}

function beyond(
  { amounts }: Spelling,
  name: ResourceClass,
  sum: number,
  limit: number,
  at: number,
): DomainError {
  const rule = `the tenant would hold ${sum} at ${formatInstant(at)}, and may hold ${limit}`;
  const message: Message = [`${amounts}.`, classWord(name), `: ${rule}`];
  return new DomainError('policy', 'policy-violated', message, {
    fields: [{ path: [amounts, name], detail: textOf(message) }],
  });
}
