import { isProtected, isRetired } from './elements.mjs';
import { changeAsked, isChangeRefused } from './changes.mjs';
import { isNothingFound } from './finds.mjs';
import { fits } from './fit.mjs';
import { isOver, isThere, reservationAt } from './questions.mjs';
import { isInUse } from './walk/endings.mjs';

/**
 * P3 for series, early ends, retirements and labels. Each function takes the context of a refusal and returns whether it is
 * justified.
 */

/** The context of one occurrence. A request for a series is refused if one of its occurrences is. */
function ofOccurrence(context, id) {
  const { operation } = context;
  return { ...context, operation: { ...operation, p: { ...operation.p, id } } };
}

/** Ids of the live occurrences in the zone. */
function liveOf({ walk, operation, done, now }) {
  return operation.p.occurrences.filter((id) => {
    const held = reservationAt(walk, id, done);
    return isThere(held) && !isOver(held, now);
  });
}

/** @param judge returns the verdict on a change of one reservation */
export function seriesUpdate(context, judge) {
  const live = liveOf(context);
  const asked = live.map((id) => [id, changeAsked(ofOccurrence(context, id))]);
  const windows = asked.flatMap(([, one]) => (one ? [one] : []));
  // Occurrences that were changed one by one may block each other.
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

/** Justified if no occurrence is left, some are in another zone, or the change is refused for one of them. */
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

/** Justified if the capacity of the pool entry is promised, or a reservation protects the entry. */
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

/** Justified if live reservations or instances depend on the provider. A destroyed instance may still have its server. */
export function providerInUse(context) {
  const { walk, operation, done, now } = context;
  const { provider } = operation.p;
  const at = (id) => reservationAt(walk, id, done);
  const hadInstances = [...walk.instanceLives.values()].some(
    (life) => life.provider === provider && life.from < done,
  );
  return { isJustified: hadInstances || isRetired(context) || isInUse(walk, provider, now, at, done) };
}

/** The refusal of a new series has to name the first occurrence that does not fit. */
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

/** Whether nothing is left to withdraw: then a withdrawal is acknowledged without an effect. */
export function nothingToWithdraw({ walk, operation, state, done, now }) {
  // The withdrawal starts at the zone's time, which a process with its clock ahead may have advanced.
  const zoneTime = Math.max(now, walk.groups[done - 1]?.recorded ?? 0);
  const { provider, start = zoneTime, end } = operation.p;
  return state.classes.every((name) => {
    const { total } = state.figuresOf(provider, name);
    return [...state.places(start, end ?? Infinity)].every((index) => index < 0 || total[index] === 0);
  });
}

/** Whether a search that should hold a window rightly found none. */
export function nothingToHold(context) {
  return context.answer.windows.length === 0 && isNothingFound(context);
}
