import { addressesAt, addressesTold, addressFigures } from './addresses.mjs';
import { same } from './amounts.mjs';
import { isFound } from './finds.mjs';
import { fits } from './fit.mjs';
import { isReported } from './reports.mjs';
import { nothingToHold, nothingToWithdraw } from './further.mjs';
import { isOver, isThere, liveAt, reservationAt } from './questions.mjs';
import { shapes } from './shapes.mjs';
import { throughout, worstIn } from './throughout.mjs';
import { countsOf, Selected, valuesOf } from './selected.mjs';

/** Reads: an answer has to match the ledger at a point at which it may have been computed. */

const READS = {
  figures,
  shapes,
  utilization,
  listing,
  reading,
  labelled,
  report: isReported,
  find: isFound,
  'hold-window': nothingToHold,
  withdraw: nothingToWithdraw,
};
const PROPERTY = {
  figures: 'P1',
  shapes: 'P1',
  utilization: 'P1',
  listing: 'P2',
  reading: 'P2',
  labelled: 'P2',
  report: 'P1',
  find: 'P5',
  'hold-window': 'P5',
  withdraw: 'P2',
};

export function readOf(context, operation, attempt, times) {
  const matches = READS[operation.kind];
  if (!matches) return undefined;
  const { answer } = attempt.returned;
  const isIdentity = operation.kind !== 'figures' || identityHolds(answer);
  let seen;
  return {
    name: `reads: ${operation.kind}`,
    holds: (state, done) => {
      const found = matches({
        ...context,
        operation,
        attempt,
        state,
        done,
        times,
        answer,
        now: times.latest,
      });
      seen ??= typeof found === 'object' ? found : undefined;
      return isIdentity && found === true;
    },
    failure: () => ({
      property: PROPERTY[operation.kind],
      text: `${operation.kind} told what was never so: ${String(JSON.stringify(answer)).slice(0, 400)}; first ${JSON.stringify(seen)}`,
      operations: [operation],
    }),
  };
}

function identityHolds({ total, reserved, allocated, available }) {
  return total === available + reserved + allocated;
}

/** All reservations with the label, live or ended, that have not moved away. */
function labelled({ walk, operation, attempt, done, answer }) {
  if (attempt.returned.isCut) return true;
  const has = (id) => {
    const held = reservationAt(walk, id, done);
    return held !== undefined && held.status !== 'moved' && held.labels?.made === operation.p.label;
  };
  const labelledNow = [...walk.reservations.keys()].filter(has);
  return isSameList(labelledNow, answer) || { labelled: labelledNow.length };
}

/** The figures of the instant at which least is available, the earliest if there are several. */
function figures(context) {
  const { operation, state, times, answer } = context;
  const { name, start, end } = operation.p;
  const windows = start === undefined ? seconds(times) : [[start, end ?? Infinity]];
  let worst;
  for (const [from, to] of windows) {
    worst =
      name === 'addresses'
        ? addressFigures(context, from, to)
        : throughout(state, name, worstIn(state, name, [from, to]), from, to);
    if (same(worst, answer) && canBeHad(state, name, answer.available, [from, to])) return true;
  }
  return worst;
}

/** Whether a reservation of the whole window fits that takes all of what is available. */
function canBeHad(state, name, available, window) {
  return available <= 0 || fits(state, { amounts: { [name]: available } }, ...window) !== false;
}

function seconds({ earliest, latest }) {
  const step = Math.max(1, Math.floor((latest - earliest) / 20));
  const windows = [];
  for (let now = earliest; now <= latest; now += step) windows.push([now, now + 1]);
  return windows;
}

const FIGURE_OF = { usage: 'allocated' };

/** Whether rows begin with their window, follow each other and lie inside it. There is always one. */
export function areInWindow(rows, start, end) {
  if (rows.length === 0) return false;
  const isNext = (at, before) => (before ? before.at < at : at === start);
  return rows.every(({ at }, index) => isNext(at, rows[index - 1]) && at < (end ?? Infinity));
}

/** Rows, each in force until the next. At every instant the figure, and the number of collections, equals that of the ledger. */
function utilization(context) {
  const { zone, walk, operation, state, done, times, answer } = context;
  const { metric, start, end, some, every, without } = operation.p;
  if (!areInWindow(answer, start, end)) return { start, end, isInWindow: false };
  const figure = FIGURE_OF[metric] ?? metric;
  const isPart = some || every || without;
  const valueAt = isPart
    ? valuesOf({ zone, walk, done, state }, operation.p, figure)
    : (name, index) => state.whole(name, index)[figure];
  const isNarrowed = some || every;
  // Addresses of selected pools are reported as declared, and those of selected reservations as reserved.
  const isLimited = (name) => name === 'addresses' && (!isNarrowed || metric === 'available');
  // Reservations that have ended are counted while they lasted, so only windows ahead are compared.
  const countAt = start > times.latest ? countsOf({ zone, walk, done }, operation.p) : undefined;
  const places = [...state.places(start, end ?? Infinity)];
  const instants = places.map((index) => Math.max(start, state.instants[index] ?? start));
  let row = 0;
  for (const instant of new Set([...instants, ...answer.map(({ at }) => at)].sort((a, b) => a - b))) {
    const index = state.at(instant);
    while (answer[row + 1] && answer[row + 1].at <= instant) row += 1;
    const { capacity: told = {}, count } = answer[row] ?? {};
    if (countAt && count !== countAt(instant))
      return { at: instant, count: countAt(instant), told: count, zone: zone.zone };
    for (const name of state.classes) {
      const amount = valueAt(name, index, instant);
      const whole = { ...state.whole(name, index), [figure]: amount };
      const actual = isLimited(name) ? addressesTold(context, whole, instant)[metric] : amount;
      // The addresses of left-out elements count as free. Their number is not known here.
      if (without && (actual < amount || (isLimited(name) && metric === 'reserved'))) continue;
      if ((told[name] ?? 0) !== actual)
        return { at: instant, name, actual, told: told[name] ?? 0, zone: zone.zone };
    }
  }
  return true;
}

/**
 * The live reservations in the window, bounds closed, with the named elements. If no zone is named, each zone is checked for
 * reservations that were never in another zone. Others may be missing from the answer or be in it twice.
 */
function listing({ zone, round, walk, operation, done, answer }) {
  const { start, end } = operation.p;
  const selected = new Selected({ walk, done }, operation.p);
  const isOwn = (id) => !operation.isEverywhere || round.homes.get(id)?.size === 1;
  const isHere = (id) => !operation.isEverywhere || round.homes.get(id)?.has(zone.zone);
  const checked = answer.filter((id) => isOwn(id) && isHere(id));
  const listed = new Set(checked);
  if (listed.size < checked.length) return { listed: checked.length, different: listed.size };
  const inside = [...liveAt(walk, done)].filter(([id, held]) => {
    if (held.status === 'waiting') return false;
    const isInside = held.end > start && held.start <= (end ?? Infinity);
    return isInside && isOwn(id) && selected.hasReservation(id, held);
  });
  const missing = inside.find(([id]) => !listed.has(id));
  if (missing) return { id: missing[0], isThere: true };
  return inside.length === listed.size || { isThere: false, listed: listed.size, live: inside.length };
}

function reading({ zone, walk, operation, done, times, answer }) {
  const { id } = operation.p;
  const held = reservationAt(walk, id, done);
  if (!isThere(held) || isOver(held, times.earliest)) return false;
  const isAssigned = held.status !== 'waiting' && held.amounts.addresses > 0;
  const addresses = isAssigned ? addressesAt({ zone, walk }, id, done) : [];
  const states = stateNames(held, times);
  const isTime = answer.start === held.start && (answer.end ?? Infinity) === held.end;
  const isAmounts = answer.addresses
    ? isSameList(answer.addresses, addresses)
    : same(answer.amounts, held.amounts);
  const isAddressed = !answer.held || isSameList(answer.held, addresses);
  const isMarked = !answer.labels || isSameMarks(answer.labels, held.labels ?? {});
  if (!isMarked) return { labels: held.labels };
  const isTied = !answer.elements || isSameList(answer.elements, held.elements);
  if (states.includes(answer.state) && isTime && isAmounts && isAddressed && isTied) return true;
  const { status, start, end, amounts } = held;
  return { zone: zone.zone, status, start, end, amounts };
}

function stateNames({ status, start, heldUntil }, { earliest, latest }) {
  if (status === 'conflict' || status === 'waiting') return [status];
  if (heldUntil !== undefined) return ['held'];
  const names = [];
  if (start > earliest) names.push('initialized');
  if (start <= latest) names.push('active');
  return names;
}

function isSameMarks(a, b) {
  return isSameList(Object.entries(a).map(String), Object.entries(b).map(String));
}

/** In any order, each as often. */
function isSameList(a, b) {
  const sorted = [...b].sort();
  return a.length === b.length && [...a].sort().every((one, index) => one === sorted[index]);
}
