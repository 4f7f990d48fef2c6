import { dryRunOf } from './dry.mjs';
import { refusalOf } from './refusals.mjs';
import { readOf } from './reads.mjs';

/**
 * The answers without an effect, as questions. The replay evaluates a question at every point of the ledger at which the answer
 * may have been decided. At one of them a refusal has to be justified, and any other answer has to be true.
 */
export function questionsOf(walk, order, count) {
  const { zone, round } = walk;
  const began = zone.operations.at(0)?.attempts[0].w;
  const context = { zone, walk, round, header: round.header, began, count };
  const questions = [];
  const places = placesOf(walk.groups);
  for (const operation of zone.operations) {
    for (const attempt of operation.attempts) {
      const asked = question(context, operation, attempt);
      if (!asked) continue;
      const { least, most } = order.between(askedAt(operation, attempt), attempt.returned.n);
      const put = putTo(round, zone, operation, attempt, asked);
      questions.push({ least, most, ...put, holds: untilDone(places, operation, put) });
    }
  }
  return questions;
}

/** The answer to a request repeated under its key may be the one to an earlier attempt. */
function askedAt({ key, attempts: [first] }, attempt) {
  return key !== undefined && attempt.returned.out === 'ok' ? first.n : attempt.n;
}

const MADE_ONCE = new Set(['create', 'instance', 'increase', 'decrease']);

/** A request repeated under its key gets the stored answer. So no attempt is refused after the operation has had its effect. */
function untilDone(places, operation, { holds }) {
  const at = places.get(operation);
  if (at === undefined || operation.key === undefined || !MADE_ONCE.has(operation.kind)) return holds;
  return (state, done) => done <= at && holds(state, done);
}

/** Operation → index of the group with its first effect. */
function placesOf(groups) {
  const places = new Map();
  for (const [index, { operation }] of groups.entries()) {
    if (operation && !places.has(operation)) places.set(operation, index);
  }
  return places;
}

/** A question that concerns several zones is decided after all of them were replayed. */
function putTo(round, zone, { kind, p, ...operation }, attempt, asked) {
  if (asked.isPart || kind === 'listing' || kind === 'find') return asked;
  if (operation.isEverywhere) return round.everywhere.question(attempt, asked);
  const isShared = operation.homes.size > 1 || (p.of ?? kind) === 'move';
  return isShared ? round.shared.question(attempt, asked) : asked;
}

function question(context, operation, attempt) {
  const { returned } = attempt;
  if (!returned) return undefined;
  const { round } = context;
  const times = clockOf(context, attempt);
  const { out } = returned;
  const real = operation.kind === 'dry' ? { ...operation, kind: operation.p.of } : operation;
  if (out === 'conflict' || out === 'error') return refusalOf(context, real, attempt, times);
  if (out !== 'ok') return undefined;
  if (isInLedger(round, operation, returned)) return undefined;
  if (real !== operation) return dryRunOf(context, real, attempt, times);
  if (!round.births.mayBeKnown(zoneNamed(operation), attempt)) return unborn(operation);
  if (operation.isEverywhere && round.joint.isJoint(operation))
    return round.joint.question(context, operation, attempt, times);
  return readOf(context, operation, attempt, times);
}

/** What the clock of the process may have shown during the call, in seconds; `ahead`: faster clocks, since the beginning of the round. */
function clockOf({ header: { shifts }, began }, { service, w, returned }) {
  const own = shifts[service];
  const between = (from, to, shift) => ({
    earliest: Math.floor(from / 1000) + shift,
    latest: Math.floor(to / 1000) + shift,
  });
  const ahead = new Set(shifts.filter((shift) => shift > own));
  return {
    ...between(w, returned.w, own),
    ahead: [...ahead].map((shift) => between(began, returned.w, shift)),
  };
}

/** Whether the operation had an effect. The walk over the ledger checks it then. */
function isInLedger({ answers }, operation, { id }) {
  if (operation.kind === 'hold-window') return id !== undefined;
  return operation.kind === 'withdraw' && answers.has(operation, 'whole');
}

const NAMING = new Set([
  'create',
  'labelled',
  'report',
  'find',
  'hold-window',
  'figures',
  'shapes',
  'utilization',
  'listing',
]);

/** The zone that a request names. A request that names a reservation goes to the zone of the reservation. */
export function zoneNamed({ kind, p }) {
  return NAMING.has(kind) ? p.zone : p.to;
}

/** P2: there is no answer about a zone before its first provider is requested. */
function unborn(operation) {
  const text = `${operation.kind} was answered for a zone that did not exist`;
  const failure = () => ({ property: 'P2', text, operations: [operation] });
  return { name: 'answers before a zone', holds: () => false, failure };
}

/** The state of a reservation after the first `done` groups. */
export function reservationAt(walk, id, done) {
  const history = walk.reservations.get(id)?.history ?? [];
  return history.findLast(({ group }) => group < done);
}

/** Whether the reservation is live and in this zone. */
export function isThere(held) {
  return held !== undefined && held.status !== 'ended' && held.status !== 'moved';
}

/** Whether the window, the hold or the wait of a reservation is over. */
export function isOver({ status, end, heldUntil = Infinity, waitUntil = Infinity }, now) {
  return Math.min(end, heldUntil, status === 'waiting' ? waitUntil : Infinity) <= now;
}

const lately = new WeakMap();

/** All live reservations after the first `done` groups. Cached for the last `done`. */
export function liveAt(walk, done) {
  const known = lately.get(walk);
  if (known?.done === done) return known.live;
  const live = new Map();
  for (const [id] of walk.reservations) {
    const held = reservationAt(walk, id, done);
    if (isThere(held)) live.set(id, held);
  }
  lately.set(walk, { done, live });
  return live;
}
