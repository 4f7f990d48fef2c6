import { isDeepStrictEqual } from 'node:util';
import { figuresElsewhere } from './earlier.mjs';
import { FIGURES } from './edges.mjs';
import { isSame } from './track.mjs';

/**
 * P6 for capacity subscriptions that are made and ended while the clients work. A subscription began at an unknown point between
 * its call and its return, so the notifications have to fit one of these points. If it was ended before the end of the round,
 * pending notifications may be missing, and there are none of commits after its end.
 */

/** Zone kinds in which windows begin and end by the clock during the round. There figures change without a ledger entry. */
const BY_THE_CLOCK = new Set(['brief']);

/**
 * Windows of earlier zones also begin and end by the clock. What they do in the last seconds before all was told may not be evaluated
 * yet, and later nothing is: the subscriptions end then.
 */
const LAG_SECONDS = 2;

export function capacityHearingProblems(known, subscriptions, channels, count) {
  return subscriptions.flatMap((subscription) => {
    const { zone } = subscription.p;
    const told = firstTime(heardOn(channels, subscription));
    count('capacity told to subscriptions of the round', told.length);
    const text =
      otherZoneIn(told, zone) ?? (zone === undefined ? wrongInAll : wrongInZone)(known, subscription, told);
    return text ? [problem(subscription, zone ?? 'all', text)] : [];
  });
}

/** A notification names the zone of its subscription; one of the whole service names none. */
function otherZoneIn(told, zone) {
  const other = told.find(({ z }) => z !== zone);
  return other && `heard of ${other.z ?? 'the whole service'}: ${JSON.stringify(other.figures)}`;
}

function wrongInZone({ zones, tracks, orders }, subscription, told) {
  const { zone, name } = subscription.p;
  const isChecked = zones.some((one) => one.zone === zone && !BY_THE_CLOCK.has(one.kind));
  if (!isChecked) return undefined;
  const order = orders.get(zone);
  const states = untilEnd(tracks.get(zone).states(name), order, subscription);
  return wrongInPhases(states, order, subscription, told);
}

/** The states that a subscription may have been notified of: those in force before its acknowledged end. */
function untilEnd(states, order, { ends }) {
  if (!ends) return states;
  const { most } = order.between(ends.called, ends.acknowledged);
  return states.filter(({ done }) => done <= most);
}

function problem(subscription, zone, text) {
  const { channel } = subscription.p;
  return { property: 'P6', zone, text: `on ${channel} the subscriber ${text}`, operations: [subscription] };
}

/** The notifications of a subscription on all its channels, in order of receipt. */
export function heardOn(channels, { p, change }) {
  const [first, second] = [p.channel, change?.p.newChannel].map((channel) => channels.get(channel) ?? []);
  return [...first, ...second].sort((a, b) => a.n - b.n);
}

/** A changed condition starts like that of a new subscription. Pending notifications of the first condition may be missing. */
function wrongInPhases(states, order, subscription, told) {
  const { p, called, acknowledged, change, ends } = subscription;
  const first = order.between(called, acknowledged);
  if (!isConditionChanged(subscription)) return wrongFrom(states, first, p.condition, told, ends);
  const second = order.between(change.called, change.acknowledged);
  const texts = Array.from({ length: told.length + 1 }, (_, cut) => {
    const before = wrongFrom(states, first, p.condition, told.slice(0, cut), true);
    return before ?? wrongFrom(states, second, change.p.condition, told.slice(cut), ends);
  });
  return texts.includes(undefined) ? undefined : texts.at(-1);
}

/** The same condition once more is no change: it does not become true again. */
function isConditionChanged({ p, change }) {
  const condition = change?.p.condition;
  return condition !== undefined && !isDeepStrictEqual(condition ?? undefined, p.condition);
}

function wrongFrom(states, range, condition, told, ends) {
  return condition
    ? wrongEdges(states, range, condition, told, ends)
    : wrongChanges(states, range, told, ends);
}

function firstTime(heard) {
  return [...new Map(heard.map((one) => [one.id, one])).values()];
}

/** Indexes of the states that were in force at some point between the subscribe call and its return. */
function beginnings(states, { least, most }) {
  const first = states.findLastIndex(({ done }) => done <= least);
  const last = states.findLastIndex(({ done }) => done <= most);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function wrongEdges(states, range, condition, told, ends) {
  const all = beginnings(states, range).map((from) => edgesFrom(states, from, condition));
  const fits = (expected) =>
    told.every(({ figures }, index) => expected[index] && isSame(expected[index], figures)) &&
    (ends || told.length === expected.length);
  if (all.some(fits)) return undefined;
  return `heard ${shown(told)}, and when the condition became true it was ${shown(all[0].map((figures) => ({ figures })))}`;
}

/** The figures at each commit at which the condition became true, from state `from` on. */
function edgesFrom(states, from, condition) {
  const edges = [];
  let held = false;
  for (const { figures } of states.slice(from)) {
    const isTrue = holds(condition, figures);
    if (isTrue && !held) edges.push(figures);
    held = isTrue;
  }
  return edges;
}

const COMPARE = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** Every percentage of a total of zero is 0. */
function holds({ type, figure, comparison, value }, figures) {
  const compare = COMPARE[comparison];
  if (type === 'absoluteValue') return compare(figures[figure], value);
  if (figures.total <= 0) return compare(0, value);
  return compare(figures[figure] * 100, value * figures.total);
}

function wrongChanges(states, range, told, ends) {
  const [first] = beginnings(states, range);
  let from = first + 1;
  for (const { figures } of told) {
    const at = states.findIndex((state, place) => place >= from && isSame(state.figures, figures));
    if (at < 0) return `heard what was not so then: ${JSON.stringify(figures)}`;
    from = at + 1;
  }
  const last = states.at(-1);
  const isChanged = beginnings(states, range).at(-1) < states.length - 1;
  const isHeard = told.length > 0 && isSame(told.at(-1).figures, last.figures);
  return ends || !isChanged || isHeard ? undefined : `did not hear how it is in the end: ${shown([last])}`;
}

/**
 * Subscriptions over the whole service. The zones have no common order. So the checker tests only that each sum is within its
 * bounds, that the last one equals the figures at the end, and that a condition which is true at the end was told.
 */
function wrongInAll({ zones, tracks, orders, elsewhere, toldAt, now }, subscription, told) {
  const { p, called, acknowledged, change, ends, attempts } = subscription;
  const { name } = p;
  const conditions = change?.p.condition === undefined ? [p.condition] : [p.condition, change.p.condition];
  const since = Math.floor(attempts[0].w / 1000);
  const earlierSince = (start) =>
    figuresElsewhere(elsewhere, name, [start, now + 1]).map(({ figures }) => figures);
  const earlier = earlierSince(since);
  const most = Math.max(...earlier.map(({ total }) => total));
  // The ranges of earlier zones may have fewer addresses than these zones declare.
  const isUnsure = name === 'addresses' && most > 0;
  const others = isUnsure ? [everything(0), everything(most)] : earlier;
  const statesOf = ({ zone, kind }, from) => {
    const order = orders.get(zone);
    const states = untilEnd(tracks.get(zone).states(name), order, subscription);
    const [first] = beginnings(states, order.between(called, acknowledged));
    const figures = states.slice(from ?? first).map((state) => state.figures);
    return BY_THE_CLOCK.has(kind) ? [...figures, ...extremes(figures)] : figures;
  };
  const ever = boundsOf([...zones.map((zone) => statesOf(zone)), others]);
  for (const { figures } of told) {
    const isSum = figures.total === figures.available + figures.reserved + figures.allocated;
    if (!isSum || !isWithin(figures, ever)) return `heard what was never so: ${JSON.stringify(figures)}`;
    if (conditions.every((condition) => condition && !holds(condition, figures)))
      return `heard of a condition that was not true: ${JSON.stringify(figures)}`;
  }
  if (ends || isUnsure) return undefined;
  const end = boundsOf([...zones.map((zone) => statesOf(zone, -1)), earlierSince(toldAt - LAG_SECONDS)]);
  return wrongAtTheEnd(end, conditions, told.at(-1)?.figures);
}

function wrongAtTheEnd({ least, most }, conditions, last) {
  const end = `how it is in the end: ${JSON.stringify(least)}`;
  if (!conditions.some(Boolean))
    return !last || isWithin(last, { least, most })
      ? undefined
      : `did not hear ${end}, but ${JSON.stringify(last)}`;
  const isTrue = conditions.every((condition) => condition && holds(condition, least));
  return isSame(least, most) && isTrue && !last ? `did not hear ${end}` : undefined;
}

/** The least and the greatest sum of each figure, with one of the states of each zone. */
function boundsOf(all) {
  const sums = (extreme) =>
    Object.fromEntries(
      FIGURES.map((one) => [
        one,
        all.reduce((sum, states) => sum + extreme(...states.map((state) => state[one])), 0),
      ]),
    );
  return { least: sums(Math.min), most: sums(Math.max) };
}

function isWithin(figures, { least, most }) {
  return FIGURES.every((one) => least[one] <= figures[one] && figures[one] <= most[one]);
}

/** Where windows end by the clock, any part of the capacity may be promised. */
function extremes(states) {
  const total = Math.max(...states.map((state) => state.total));
  return [{ ...everything(0), total }, everything(total)];
}

function everything(amount) {
  return Object.fromEntries(FIGURES.map((one) => [one, amount]));
}

function shown(all) {
  return JSON.stringify(all.slice(0, 6).map(({ figures }) => figures));
}
