import { freeThroughout } from './addresses.mjs';
import { throughout, worstIn } from './throughout.mjs';
import { fits } from './fit.mjs';

/**
 * P5 for searches: the demand fits from every start in a range of the answer (`start` to `latest`). It fits from no other start
 * up to the last one in the answer.
 */

/** Whether a zone's part of the answer is true at a point of its ledger. */
export function isFound(context) {
  const { zone, operation, answer } = context;
  const { p } = operation;
  const own = answer.windows.filter((window) => window.zone === zone.zone);
  const isAll = !answer.isMore && answer.windows.length < p.limit;
  const until = isAll
    ? p.end - p.duration + 1
    : Math.max(p.start, ...answer.windows.map(({ start }) => start));
  return own.every((window) => isStretch(context, window)) && noneBetween(context, own, until);
}

/** Whether nothing fits in the whole window that was searched. */
export function isNothingFound(context) {
  const { start, end, duration } = context.operation.p;
  return noneBetween(context, [], end - duration + 1, start);
}

/** The first start before `until` from which the demand certainly fits; undefined: none. */
export function firstBefore(state, { amounts, duration, start }, until, only) {
  return startsIn(state, duration, start, until).find(
    (from) => from < until && fits(state.among(only), { amounts }, from, from + duration) === true,
  );
}

function isStretch(context, { start, end, latest, free }) {
  const { operation, state } = context;
  const { duration, amounts } = operation.p;
  if (end - start !== duration || latest < start || latest + duration > operation.p.end) return false;
  const isFitting = startsIn(state, duration, start, latest + 1).every(
    (from) => mayFit(context, from) !== false,
  );
  // The answer omits classes of which the demand is zero.
  const asked = Object.keys(amounts).filter((name) => amounts[name] > 0);
  return isFitting && asked.every((name) => isLeft(state, name, { start, end, amounts, free }));
}

/**
 * Whether `free` is the amount of a class that the demand leaves in the zone throughout a window. Of addresses it may be less:
 * single ones have to be free.
 */
function isLeft(state, name, { start, end, amounts, free }) {
  const { available } = throughout(state, name, worstIn(state, name, [start, end]), start, end);
  const left = available - amounts[name];
  return name === 'addresses' ? free[name] <= left : free[name] === left;
}

function noneBetween(context, found, until) {
  const { state, operation } = context;
  const isIn = (from) => found.some(({ start, latest }) => start <= from && from <= latest);
  return startsIn(state, operation.p.duration, operation.p.start, until).every(
    (from) => from >= until || isIn(from) || mayFit(context, from) !== true,
  );
}

function mayFit(context, from) {
  const { state, operation } = context;
  const { amounts, duration } = operation.p;
  const { addresses = 0 } = amounts;
  if (addresses > 0 && freeThroughout(context, from, from + duration) < addresses) return false;
  return fits(state, { amounts }, from, from + duration);
}

/**
 * Starts in a range at which a window of this length may begin or cease to fit: those at which one of its ends meets a change or
 * lies a second away from it.
 */
function startsIn(state, length, from, until) {
  if (from >= until) return [];
  const starts = new Set([from, until - 1]);
  for (const instant of state.instants) {
    for (const start of [instant - 1, instant, instant - length, instant - length + 1])
      if (start > from && start < until) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}
