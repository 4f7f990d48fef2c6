import { reservationAt } from './questions.mjs';

const SIGNS = {
  total: { total: 1 },
  reserved: { reserved: 1 },
  allocated: { allocated: 1 },
  available: { total: 1, reserved: -1, allocated: -1 },
};

/**
 * A figure of a zone as if some of what is in it were not there: what lies on a provider that is left out, what a pool or a
 * reservation that is left out has entered, and what an instance uses. What such an instance draws from a reservation, that
 * reservation would hold.
 *
 * @returns a function of a class, the place in the arrays and its instant
 */
export function valuesWithout({ zone, walk, done, state }, without, figure) {
  const ids = new Set(without.map((element) => element.split(':')[1]));
  const sign = SIGNS[figure];
  const owned = entriesUpTo(zone, walk, done).filter(({ o, p }) => ids.has(o) && !ids.has(p));
  const returned = owned.flatMap((entry) => heldInstead(walk, done, ids, entry));
  const providers = zone.providers.filter((provider) => !ids.has(provider));
  return (name, index, instant) => {
    const there = providers.reduce(
      (sum, provider) => sum + (index < 0 ? 0 : state.figuresOf(provider, name)[figure][index]),
      0,
    );
    const gone = sumAt(owned, name, instant, sign);
    return there - gone + sumAt(returned, name, instant, sign);
  };
}

function entriesUpTo(zone, walk, done) {
  const last = walk.groups[done - 1]?.entries.at(-1).q ?? 0;
  return zone.entries.slice(0, last);
}

function heldInstead(walk, done, ids, entry) {
  const { reservation } = (entry.m === 'allocated' && walk.instanceLives.get(entry.o)) || {};
  if (reservation === undefined || ids.has(reservation)) return [];
  const held = reservationAt(walk, reservation, done);
  return held?.status === 'admitted' ? [{ ...entry, m: 'reserved' }] : [];
}

function sumAt(entries, name, instant, sign) {
  return entries.reduce((sum, { m, s, t, x }) => {
    const isOn = s <= instant && instant < t && x[name] !== undefined;
    return isOn ? sum + (sign[m] ?? 0) * x[name] : sum;
  }, 0);
}
