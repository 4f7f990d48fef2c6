import { isNothing, minus } from './amounts.mjs';
import { covers } from './fit.mjs';
import { isCircle, isOneGone, isRetired } from './elements.mjs';
import { isOver, isThere, reservationAt } from './questions.mjs';
import { allowedIn } from './traits.mjs';

/**
 * P3 for updates and moves. They name a reservation, and only the ledgers show which zone it is in. So each is checked in every
 * zone that has had the reservation and, for a move, in the target zone. A zone justifies a refusal only by its own state: that
 * the reservation is in another zone is no reason.
 */

/** The demand that did not fit in this zone, as `judged` takes it; undefined if the operation was not decided here. */
export function changeAsked({ zone, round, walk, operation, done, now }) {
  const { p } = operation;
  if (p.to !== undefined && p.to !== zone.zone) return undefined;
  const held = reservationAt(walk, p.id, done);
  if (!isThere(held) && p.to !== undefined && held?.status !== 'ended')
    return arrivalAsked(p, { zone, round }, now);
  // A waiting reservation is not refused a change that does not fit: it keeps waiting.
  if (!isThere(held) || isOver(held, now) || held.status === 'waiting') return undefined;
  const { start, end, amounts, containers, isPartlyDrawn, ...asked } = changed(held, p, now);
  const givenBack = (provider, name, instant) =>
    instant >= held.start && instant < held.end ? (held.held.get(provider)?.[name] ?? 0) : 0;
  const demand = { amounts: minus(amounts, held.used), containers, isPartlyDrawn };
  return { demand, start, end, givenBack, used: held.used, only: allowedIn({ zone, round }, asked) };
}

/** A move states all terms, so the zone that the reservation leaves does not matter. */
function arrivalAsked({ amounts, containers, start, end, ...p }, { zone, round }, now) {
  const traits = round.required.after({ containers, ...p });
  const only = allowedIn({ zone, round }, { elements: p.elements, traits });
  return { demand: { amounts, containers }, start: Math.max(start, now), end: end ?? Infinity, only };
}

function changed(held, p, now) {
  return {
    start: Math.max(p.start ?? held.start, now),
    end: p.end === undefined ? held.end : (p.end ?? Infinity),
    amounts: { ...held.amounts, ...p.amounts },
    elements: p.elements ?? held.elements,
    traits: p.containers ? p.traits : held.traits,
    containers: isNothing(held.used) ? p.containers : undefined,
    isPartlyDrawn: p.containers !== undefined && !isNothing(held.used),
  };
}

/**
 * Whether a change is refused for its content: the reservation is over; it would fall below the use of its instances; it has
 * instances and would start in the future by this clock; its elements are in another zone or on a retired provider; its tenant
 * would exceed a limit.
 */
export function isChangeRefused(context) {
  const { zone, round, walk, operation, done, now } = context;
  const { p, homes } = operation;
  const at = (id) => reservationAt(walk, id, done);
  const held = at(p.id);
  const isHere = p.to === undefined || p.to === zone.zone;
  if (!isThere(held) && held?.status !== 'ended') {
    if (!isHere || p.to === undefined) return !homes.has(zone.zone);
    const asked = { ...p, end: p.end ?? Infinity };
    if (isOneGone(walk, p.elements, now, done) || isRetired(context)) return true;
    return (
      round.elements.areElsewhere(p.elements, zone.zone, context.isCertain) ||
      isAbove(context, round.tenants.of(p.id), asked)
    );
  }
  if (held.status === 'ended' || isOver(held, now) || p.isOtherForm) return true;
  const asked = changed(held, p, now);
  if (round.elements.areElsewhere(asked.elements, p.to ?? zone.zone, context.isCertain)) return true;
  if (isHere && isAbove(context, held.tenant, asked, held)) return true;
  if (isHere && p.elements && isCircle(p.id, p.elements, at)) return true;
  if (isHere && (isRetired(context) || (p.elements && isOneGone(walk, p.elements, now, done)))) return true;
  if (!isHere && !isNothing(held.used)) return true;
  return (asked.start > now && !isNothing(held.used)) || !covers(asked.amounts, held.used);
}

/** Whether a tenant would exceed its limit at some instant from now on; for a refusal, whether it may exceed one over all zones. */
export function isAbove({ round, walk, operation, attempt, isCertain, done, now }, tenant, asked, before) {
  if (tenant === undefined) return false;
  const { amounts, start, end } = asked;
  const window = { start: Math.max(start ?? now, now), end };
  const { id } = operation.p;
  if (!isCertain && round.tenantsEverywhere.mayExceed({ tenant, id, amounts, window }, attempt)) return true;
  const others = round.tenants.others(walk, { tenant, id, now }, (one) => reservationAt(walk, one, done));
  return round.tenants.excess(amounts, window, others, before) !== undefined;
}
