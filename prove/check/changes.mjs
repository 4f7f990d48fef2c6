import { isNothing, minus } from './amounts.mjs';
import { covers } from './fit.mjs';
import { isCircle, isOneGone, isRetired } from './elements.mjs';
import { isOver, isThere, reservationAt } from './questions.mjs';
import { allowedIn } from './traits.mjs';

/**
 * P3 for updates and moves. They name a reservation, and where that is follows from the ledgers alone; so each is looked
 * at in every zone that has had it, and, if it was to be moved, in the one it was to go to. A zone justifies a refusal
 * only for what it has itself: that a reservation is elsewhere is no reason.
 */

/** The demand that did not fit in this zone, as `judged` takes it; undefined: it was not decided here. */
export function changeAsked({ zone, round, walk, operation, done, now }) {
  const { p } = operation;
  if (p.to !== undefined && p.to !== zone.zone) return undefined;
  const held = reservationAt(walk, p.id, done);
  if (!isThere(held) && p.to !== undefined && held?.status !== 'ended')
    return arrivalAsked(p, { zone, round }, now);
  // What waits goes on waiting where a change does not fit.
  if (!isThere(held) || isOver(held, now) || held.status === 'waiting') return undefined;
  const { start, end, amounts, containers, isPartlyDrawn, ...asked } = changed(held, p, now);
  const givenBack = (provider, name, instant) =>
    instant >= held.start && instant < held.end ? (held.held.get(provider)?.[name] ?? 0) : 0;
  const demand = { amounts: minus(amounts, held.used), containers, isPartlyDrawn };
  return { demand, start, end, givenBack, used: held.used, only: allowedIn({ zone, round }, asked) };
}

/** A move says all there is to say, so the zone it came from has no part in this. */
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
 * Whether a change is refused for what it asks: the reservation is over, or would fall below what its instances use, or by
 * this clock they came before its start; its elements lie in another zone or on a provider that was retired; its tenant would
 * have too much.
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
  if (isHere && isAbove(context, held.tenant, asked)) return true;
  if (isHere && p.elements && isCircle(p.id, p.elements, at)) return true;
  if (isHere && (isRetired(context) || (p.elements && isOneGone(walk, p.elements, now, done)))) return true;
  if (!isHere && !isNothing(held.used)) return true;
  return (asked.start > now && !isNothing(held.used)) || !covers(asked.amounts, held.used);
}

/** Whether a tenant would have more than it may at an instant from now on. */
export function isAbove({ round, walk, operation, done, now }, tenant, { amounts, start, end }) {
  if (tenant === undefined) return false;
  const others = round.tenants.others(walk, { tenant, id: operation.p.id, now }, (id) =>
    reservationAt(walk, id, done),
  );
  return round.tenants.excess(amounts, { start: Math.max(start ?? now, now), end }, others) !== undefined;
}
