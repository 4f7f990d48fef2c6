import type { Needs } from '../allocation/admission/needs.js';
import type { Draft } from '../allocation/admission/draft.js';
import { holdingOf, type ReservationRecord } from '../allocation/admission/records.js';
import { TenantHoldings } from '../allocation/fold/tenant-holdings.js';
import { ZoneLimitReached } from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord, type Message } from '../kernel/message.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import { limitsOf } from '../kernel/tenant-limits.js';
import { formatInstant, fromNow } from '../kernel/time-window.js';
import type { ReservationPolicy } from './reservation-policy.js';
import type { Spelling } from './reservation.js';

/** Whose reservations a decision must read: only those of a tenant with a limit. */
export function tenantNeeds(
  tenant: string | undefined,
  { tenantLimits, tenantLimitsAllZones }: ReservationPolicy,
): Pick<Needs, 'heldBy' | 'heldInAllZonesBy'> {
  if (tenant === undefined) return {};
  if (limitsOf(tenant, tenantLimitsAllZones).size > 0)
    return { heldBy: [tenant], heldInAllZonesBy: [tenant] };
  return limitsOf(tenant, tenantLimits).size > 0 ? { heldBy: [tenant] } : {};
}

type Asked = Pick<ReservationRecord, 'id' | 'tenant' | 'window' | 'amounts'>;

/**
 * Checks a tenant's reservations against its limits per class in a zone, and in all zones together, at every instant to come
 * (semantics §5, per-tenant limits). A reservation in conflict holds nothing, and is not refused when it is admitted again.
 *
 * @throws DomainError `policy-violated`, naming the first instant of the peak
 */
export function checkTenant(draft: Draft, asked: Asked, policy: ReservationPolicy, spelling: Spelling): void {
  for (const scope of scopesOf(asked, policy)) {
    for (const [name, limit] of scope.limits) {
      const amount = asked.amounts[name] ?? 0;
      if (amount === 0) continue;
      const peak = peakOf(draft, asked, scope, name);
      if (peak.value + amount <= limit) continue;
      const where = scope.isOfZone ? '' : ' in all zones';
      const sum = `${amount + peak.value}${where} at ${formatInstant(peak.at)}`;
      throw beyond(spelling, name, `the tenant would hold ${sum}, and may hold ${limit}`, scope);
    }
  }
}

/** The amounts of limited classes that a tenant may hold in a window besides its other reservations. */
export function tenantRoom(
  draft: Draft,
  asked: Asked,
  policy: ReservationPolicy,
): ReadonlyMap<ResourceClass, number> {
  const room = new Map<ResourceClass, number>();
  for (const scope of scopesOf(asked, policy)) {
    for (const [name, limit] of scope.limits) {
      const left = Math.max(0, limit - peakOf(draft, asked, scope, name).value);
      room.set(name, Math.min(left, room.get(name) ?? left));
    }
  }
  return room;
}

interface Scope {
  readonly tenant: string;
  readonly limits: ReturnType<typeof limitsOf>;
  /** Of one zone. */
  readonly isOfZone: boolean;
}

/** The limits of a tenant, in the zone and in all zones. */
function scopesOf({ tenant }: Asked, { tenantLimits, tenantLimitsAllZones }: ReservationPolicy): Scope[] {
  if (tenant === undefined) return [];
  const inZone = limitsOf(tenant, tenantLimits);
  const inAllZones = limitsOf(tenant, tenantLimitsAllZones);
  if (inZone.size === 0 && inAllZones.size === 0) return [];
  return [
    { tenant, limits: inZone, isOfZone: true },
    { tenant, limits: inAllZones, isOfZone: false },
  ];
}

/** The most of a class that the tenant's other reservations hold at an instant of the window. */
function peakOf(draft: Draft, { id, window }: Asked, { tenant, isOfZone }: Scope, name: ResourceClass) {
  const { now, fold } = draft;
  const asked = [tenant, name, fromNow(window, now), { now, without: id }] as const;
  if (isOfZone) return fold.tenants.peak(...asked);
  // The process keeps these sums, so what the draft has changed is taken back at once.
  const { heldInAllZones = new TenantHoldings() } = draft.rows;
  const own = [...draft.reservations.values()].filter(({ record }) => record.tenant === tenant);
  const changes = own.map(({ record }) => heldInAllZones.replace(tenant, record.id, holdingOf(record)));
  const peak = heldInAllZones.peak(...asked);
  for (const takeBack of changes) takeBack?.();
  return peak;
}

function beyond({ amounts }: Spelling, name: ResourceClass, rule: string, { isOfZone }: Scope): DomainError {
  const message: Message = [`${amounts}.`, classWord(name), `: ${rule}`];
  const path = [amounts, name];
  return isOfZone
    ? new ZoneLimitReached(path, message)
    : DomainError.about(path, 'policy', 'policy-violated', message);
}
