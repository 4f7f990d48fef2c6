import type { Needs } from '../allocation/admission/needs.js';
import type { Draft } from '../allocation/admission/draft.js';
import { holdingOf, type ReservationRecord } from '../allocation/admission/records.js';
import { TenantHoldings } from '../allocation/fold/tenant-holdings.js';
import { ZoneLimitReached } from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord, joined, textOf, type Message } from '../kernel/message.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import { limitsOf } from '../kernel/tenant-limits.js';
import { formatInstant, fromNow, type TimeWindow } from '../kernel/time-window.js';
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

interface Asked extends Pick<ReservationRecord, 'id' | 'tenant' | 'window' | 'amounts'> {
  /** The reservation that is changed. What takes no more than it had is not refused: its limits may be lower by now. */
  readonly before?: Pick<ReservationRecord, 'zoneId' | 'window' | 'amounts'>;
}

/**
 * Checks a tenant's reservations against its limits per class in a zone, and in all zones together, at every instant to come
 * (semantics §5, per-tenant limits). A reservation in conflict holds nothing, and is not refused when it is admitted again.
 *
 * @throws DomainError `policy-violated`, naming each class that exceeds a limit, with the first instant of its peak
 */
export function checkTenant(draft: Draft, asked: Asked, policy: ReservationPolicy, spelling: Spelling): void {
  const exceeded = scopesOf(asked, policy).flatMap((scope) =>
    [...scope.limits].flatMap(([name, limit]) => {
      const amount = asked.amounts[name] ?? 0;
      if (amount === 0) return [];
      const { most, within } = keptOf(draft, asked, scope, name);
      const windows = amount > most ? [asked.window] : within;
      const peaks = windows.map((window) => peakOf(draft, { ...asked, window }, scope, name));
      const peak = peaks.find(({ value }) => value + amount > limit);
      if (!peak) return [];
      const where = scope.isOfZone ? '' : ' in all zones';
      const sum = `${amount + peak.value}${where} at ${formatInstant(peak.at)}`;
      return { scope, name, rule: `the tenant would hold ${sum}, and may hold ${limit}` };
    }),
  );
  if (exceeded.length > 0) throw beyond(spelling, exceeded);
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
      const leftIn = (window: TimeWindow) => limit - peakOf(draft, { ...asked, window }, scope, name).value;
      const { most, within } = keptOf(draft, asked, scope, name);
      const left = Math.max(0, leftIn(asked.window), Math.min(most, ...within.map(leftIn)));
      room.set(name, Math.min(left, room.get(name) ?? left));
    }
  }
  return room;
}

/** Up to how much of a class a changed reservation had in the scope, and the parts of the asked window in which it had nothing. */
function keptOf(
  { zoneId, now }: Draft,
  { window: asked, before }: Asked,
  { isOfZone }: Scope,
  name: ResourceClass,
): { readonly most: number; readonly within: readonly TimeWindow[] } {
  if (!before || (isOfZone && before.zoneId !== zoneId)) return { most: 0, within: [] };
  const window = fromNow(asked, now);
  const { start, end } = before.window;
  const parts = [
    { start: window.start, end: Math.min(window.end, start) },
    { start: Math.max(window.start, end), end: window.end },
  ];
  return { most: before.amounts[name] ?? 0, within: parts.filter((part) => part.start < part.end) };
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

interface Exceeded {
  readonly scope: Scope;
  readonly name: ResourceClass;
  readonly rule: string;
}

/** Another zone may do if only limits of this zone are exceeded. */
function beyond({ amounts }: Spelling, exceeded: readonly Exceeded[]): DomainError {
  const messages = exceeded.map(({ name, rule }): Message => [`${amounts}.`, classWord(name), `: ${rule}`]);
  const said = joined(messages, '; ');
  const fields = exceeded.map(({ name }, index) => ({
    path: [amounts, name],
    detail: textOf(messages[index]),
  }));
  return exceeded.every(({ scope }) => scope.isOfZone)
    ? new ZoneLimitReached(said, fields)
    : new DomainError('policy', 'policy-violated', said, { fields });
}
