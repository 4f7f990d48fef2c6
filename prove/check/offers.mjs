import { isNothing, minus, same } from './amounts.mjs';
import { covers, fits } from './fit.mjs';

const INT32_CLASSES = new Set(['ram', 'addresses', 'gigabytes']);

/** The largest amount of a class in a request. */
const largestOf = (name) => (INT32_CLASSES.has(name) ? 2 ** 31 : 2 ** 15) - 1;

/**
 * P5: `maxCapacity` fits and, with one provider, no more of any class fits. The whole demand fits in `nextWindow` and in no
 * earlier window of that length.
 *
 * If several zones were tried, `maxCapacity` is that of the zone that offers the most, and `nextWindow` the earliest of all. Each
 * may be untrue in other zones, but no zone has an earlier window.
 *
 * @returns the faults, as texts: `most` of `maxCapacity`, `next` of `nextWindow`, and `earlier`, an earlier window that fits
 */
export function offerFaults(state, asked, offer) {
  if (!offer) return { most: 'no offer was made' };
  return {
    most: mostWrong(state, asked, offer),
    next: nextWrong(state, asked, offer),
    earlier: earlierWrong(state, asked, offer),
  };
}

function mostWrong(state, asked, { maxCapacity }) {
  const { demand, start, end, givenBack, used, among, left = {}, isLimitedElsewhere } = asked;
  const most = minus(maxCapacity, used);
  if (state.providers.length === 1) {
    const room = Object.fromEntries(
      Object.keys(demand.amounts)
        .filter((name) => demand.amounts[name] > 0)
        .map((name) => [name, Math.max(0, state.room(state.providers[0], name, start, end, givenBack))]),
    );
    if (among) room.addresses = Math.min(room.addresses, among(start, end));
    for (const name in room) {
      const largest = demand.containers ? Infinity : largestOf(name);
      room[name] = Math.min(room[name], Math.min(left[name] ?? Infinity, largest) - (used[name] ?? 0));
    }
    const isRight = isLimitedElsewhere ? covers(room, most) : same(most, room);
    return isRight ? undefined : `at most ${JSON.stringify(room)} fits`;
  }
  if (among && most.addresses > among(start, end)) return 'there are fewer single addresses';
  if (demand.containers) return undefined;
  return fits(state, { amounts: most }, start, end, givenBack) === false
    ? 'that much does not fit'
    : undefined;
}

function nextWrong(state, asked, { next }) {
  if (!next) return undefined;
  if (!isNothing(asked.used)) return 'the start cannot move away from instances';
  const { start, end } = asked;
  const isAsLong = end === Infinity ? next.end === null : next.end - next.start === end - start;
  if (!isAsLong || next.start < start) return 'the window is another one';
  return fitsFrom(state, asked, next.start) === false ? 'it does not fit in that window' : undefined;
}

/**
 * A window in which a tenant may not hold the demand is not offered, and then no later one is sought. None is offered while
 * instances draw.
 */
function earlierWrong(state, asked, { next }) {
  if (asked.left || !isNothing(asked.used)) return undefined;
  for (const from of starts(state, asked.start, next?.start ?? Infinity)) {
    if (fitsFrom(state, asked, from) === true)
      return `it fits from ${new Date(from * 1000).toISOString()} on`;
  }
  return undefined;
}

function fitsFrom(state, { demand, start, end, givenBack, among }, from) {
  const until = from + (end - start);
  if (among && among(from, until) < demand.amounts.addresses) return false;
  return fits(state, demand, from, until, givenBack);
}

/** The instants from which the demand may fit for the first time: `from`, and every change after it. */
function* starts(state, from, until) {
  if (from < until) yield from;
  for (let index = Math.max(0, state.at(from)); index < state.instants.length; index++) {
    const instant = state.instants[index];
    if (instant >= until) return;
    if (instant > from) yield instant;
  }
}
