import { isProtected, isRetired } from './elements.mjs';
import { changeAsked, isChangeRefused } from './changes.mjs';
import { isNothingFound } from './finds.mjs';
import { fits } from './fit.mjs';
import { isOver, isThere, reservationAt } from './questions.mjs';
import { isInUse } from './walk/endings.mjs';

/** P3 for series, early ends, retirements and labels. Each takes the context of a refusal and says whether it is justified. */

/** All occurrences are judged alike: a request for a series is refused for one of them. */
function ofOccurrence(context, id) {
  const { operation } = context;
  return { ...context, operation: { ...operation, p: { ...operation.p, id } } };
}

/** Occurrences that live in the zone. */
function liveOf({ walk, operation, done, now }) {
  return operation.p.occurrences.filter((id) => {
    const held = reservationAt(walk, id, done);
    return isThere(held) && !isOver(held, now);
  });
}

/** @param judge decides about a change of one reservation */
export function seriesUpdate(context, judge) {
  const live = liveOf(context);
  const asked = live.map((id) => [id, changeAsked(ofOccurrence(context, id))]);
  const windows = asked.flatMap(([, one]) => (one ? [one] : []));
  // Occurrences that were changed one by one may be in each other's way.
  if (windows.some((one, index) => windows.slice(index + 1).some((other) => meet(one, other))))
    return JUSTIFIED;
  const verdicts = live.map((id) => judge(ofOccurrence(context, id)));
  return (
    verdicts.find((one) => one.isJustified && (one.isOfferTrue ?? true)) ??
    verdicts.find((one) => one.isJustified) ?? { isJustified: false }
  );
}

function meet(a, b) {
  return a.start < b.end && b.start < a.end;
}

const JUSTIFIED = { isJustified: true };

/** None is left, some are in another zone, or what is asked for is nothing that one of them can be given. */
export function seriesRefused(context) {
  const { operation, zone } = context;
  if (operation.homes.size > 1 || !operation.homes.has(zone.zone)) return JUSTIFIED;
  const live = liveOf(context);
  const isRefused = (id) => operation.kind === 'update-series' && isChangeRefused(ofOccurrence(context, id));
  return { isJustified: live.length === 0 || live.some(isRefused) };
}

export function seriesProtected(context) {
  const { walk, done, now } = context;
  const at = (one) => reservationAt(walk, one, done);
  return {
    isJustified: liveOf(context).some((id) => isProtected(walk, `ResourceReservation:${id}`, now, at)),
  };
}

/** What a pool entry adds is promised, or a reservation protects it. */
export function poolInTheWay(context, judge) {
  const { walk, operation, done, now } = context;
  const { pool, provider, force } = operation.p;
  const at = (one) => reservationAt(walk, one, done);
  if (isProtected(walk, `ResourcePool:${pool}`, now, at)) return JUSTIFIED;
  const known = walk.pools.get(pool);
  if (!known) return { isJustified: false };
  const adds = Object.entries(known.x).filter(([, amount]) => amount > 0);
  const p = { provider, force, start: known.s, end: known.t, amounts: Object.fromEntries(adds) };
  return judge({ ...context, operation: { ...operation, p } });
}

export function poolOver({ walk, operation, done, now }) {
  const known = walk.pools.get(operation.p.pool);
  return { isJustified: !known || known.endedBy < done || known.t <= now };
}

/** Live reservations or instances depend on it; an instance that has been destroyed may still have its server. */
export function providerInUse(context) {
  const { walk, operation, done, now } = context;
  const { provider } = operation.p;
  const at = (id) => reservationAt(walk, id, done);
  const hadInstances = [...walk.instanceLives.values()].some(
    (life) => life.provider === provider && life.from < done,
  );
  return { isJustified: hadInstances || isRetired(context) || isInUse(walk, provider, now, at, done) };
}

/** The first occurrence of a new series that does not fit is the one that the refusal is about. */
export function seriesDoesNotFit(context, windows, judge) {
  const { operation, state, offer } = context;
  for (const window of windows) {
    const one = {
      ...context,
      operation: { ...operation, p: { ...operation.p, ...window, repeat: undefined } },
    };
    const verdict = judge(one);
    const isNamed = offer?.occurrence === Math.max(window.start, context.now);
    if (verdict.isJustified && isNamed) return verdict;
    const demand = { amounts: operation.p.amounts };
    if (verdict.isJustified && fits(state, demand, window.start, window.end) === false)
      return {
        ...verdict,
        isOfferTrue: false,
        explain: () => `the first that does not fit begins at ${window.start}`,
      };
  }
  return { isJustified: false };
}

/** Nothing was left to withdraw: then a withdrawal is answered without an effect. */
export function nothingToWithdraw({ walk, operation, state, done, now }) {
  // From when on is decided by the time of the zone, which a clock ahead may have moved on.
  const zoneTime = Math.max(now, walk.groups[done - 1]?.recorded ?? 0);
  const { provider, start = zoneTime, end } = operation.p;
  return state.classes.every((name) => {
    const { total } = state.figuresOf(provider, name);
    return [...state.places(start, end ?? Infinity)].every((index) => index < 0 || total[index] === 0);
  });
}

/** A search that was to hold what it finds held nothing. */
export function nothingToHold(context) {
  return context.answer.windows.length === 0 && isNothingFound(context);
}
