import { isNothing, minus } from './amounts.mjs';
import { covers } from './fit.mjs';
import { isThere, reservationAt } from './questions.mjs';

/** P3 for updates. */

/** The demand that did not fit, as `judged` takes it; undefined: there was nothing to be changed. */
export function changeAsked({ round, walk, operation, done, now }) {
  const held = reservationAt(walk, operation.p.id, done);
  if (!isThere(held) || held.end <= now) return undefined;
  const { start, end, amounts, elements } = changed(held, operation.p, now);
  const givenBack = (provider, name, instant) =>
    instant >= held.start && instant < held.end ? (held.held.get(provider)?.[name] ?? 0) : 0;
  const demand = { amounts: minus(amounts, held.used) };
  return { demand, start, end, givenBack, used: held.used, only: round.elements.providersOf(elements) };
}

function changed(held, p, now) {
  return {
    start: Math.max(p.start ?? held.start, now),
    end: p.end === undefined ? held.end : (p.end ?? Infinity),
    amounts: { ...held.amounts, ...p.amounts },
    elements: p.elements ?? held.elements,
  };
}

/**
 * Whether a change is refused for what it asks: the reservation is over, or would fall below what its instances use, or by
 * this clock they came before its start; its elements lie in another zone; its tenant would have too much.
 */
export function isChangeRefused(context) {
  const { round, zone, walk, operation, done, now } = context;
  const held = reservationAt(walk, operation.p.id, done);
  if (!isThere(held) || held.end <= now) return true;
  const asked = changed(held, operation.p, now);
  if (round.elements.areElsewhere(asked.elements, zone.zone)) return true;
  if (isAbove(context, held.tenant, asked)) return true;
  return (held.start > now && !isNothing(held.used)) || !covers(asked.amounts, held.used);
}

/** Whether a tenant would have more than it may at an instant from now on. */
export function isAbove({ round, walk, operation, done, now }, tenant, { amounts, start, end }) {
  if (tenant === undefined) return false;
  const others = round.tenants.others(walk, tenant, operation.p.id, (id) => reservationAt(walk, id, done));
  return round.tenants.excess(amounts, { start: Math.max(start ?? now, now), end }, others) !== undefined;
}
