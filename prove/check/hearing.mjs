import { same } from './amounts.mjs';
import { livesOf } from './lives.mjs';

/**
 * P6: a subscriber to all reservations receives each change of each reservation in order, under one id, and nothing else. An id
 * may arrive again if it was not acknowledged or the acknowledgement was lost.
 */
export function hearingProblems(walks, heard, count) {
  const lives = livesOf(walks);
  const problems = inventedProblems(lives, heard);
  for (const [id, { zone, history }] of lives) {
    const operation = zone.operationOf.get(id);
    const told = firstTime(heard.all.get(id) ?? [], problems, operation).filter((one) =>
      isLookedAt({ zone, history }, one),
    );
    const happened = happenedTo({ zone, history });
    count('changes told', told.length);
    const wrong = firstDifference(happened, told);
    if (wrong)
      problems.push({
        property: 'P6',
        zone: zone.zone,
        text: `of reservation ${id} ${wrong}`,
        operations: operation ? [operation] : [],
      });
  }
  return problems;
}

/** Creations of reservations that no ledger has, for example by a dry run. An older reservation was created in an earlier round. */
function inventedProblems(lives, { all, channels }) {
  const created = [...all.values(), ...channels.values()].flat().filter(({ type }) => type === CREATED);
  const unknown = new Set(created.map(({ r }) => r).filter((id) => !lives.has(id)));
  return [...unknown].map((id) => {
    const text = `a subscriber heard of the creation of reservation ${id}, which is in no ledger`;
    return { property: 'P6', zone: 'all', text, operations: [] };
  });
}

const CREATED = 'Reservation created';

/** All changes of a reservation to notify, in order; `at`: the zone and the group of its ledger that made the change. */
export function happenedTo({ zone, history }) {
  const all = [...changesOf(afterDecisions(history), zone.base), ...endOf(zone, history.at(-1))];
  return all.filter((one) => isLookedAt({ zone, history }, one));
}

/** Whether a notification is checked. Changes made by the clock are not: each process makes them by its own clock. */
export function isLookedAt({ zone, history }, { type }) {
  if (zone.kind === 'brief' && type === 'Reservation end approaching') return false;
  const isFromNow = zone.kind === 'brief' || history.some(({ start }) => start < zone.base);
  return !isFromNow || type !== 'Reservation status change';
}

/** In a `brief` zone a reservation that no client has ended expires during the round. */
function endOf({ kind }, { status }) {
  return kind === 'brief' && status !== 'ended' ? [{ type: 'Reservation expired', state: 'expired' }] : [];
}

/** Each id once, in order of first receipt. The same id always has the same content. */
function firstTime(all, problems, operation) {
  const byId = new Map();
  for (const one of all) {
    const before = byId.get(one.id);
    if (!before) byId.set(one.id, one);
    else if (JSON.stringify(before.data) !== JSON.stringify(one.data) || before.type !== one.type) {
      problems.push({
        property: 'P6',
        text: `${one.id} was heard with another content`,
        operations: operation ? [operation] : [],
      });
    }
  }
  return [...byId.values()];
}

/** A decision is notified as one change: a reservation that it displaces and admits again has not been in conflict. */
function afterDecisions(history) {
  const isSame = (one, other) => other && one.group === other.group && one.zone === other.zone;
  return history.filter((state, index) => index === 0 || !isSame(state, history[index + 1]));
}

/**
 * The changes to notify, derived from the states after each decision.
 *
 * @param base the start of the grid of windows. A start before it may be that of a process's clock.
 */
function changesOf(history, base) {
  const [made] = history;
  const madeAt = { zone: made.zone, group: made.group };
  const changes = [{ at: madeAt, type: 'Reservation created', before: { amounts: {} }, after: made }];
  for (let index = 1; index < history.length; index++) {
    const [before, after] = [history[index - 1], history[index]];
    const at = { zone: after.zone, group: after.group };
    if (isAtAnotherTime(before, after))
      changes.push({ at, type: 'Reservation time change', times: timesOf(before, after, base) });
    if (!isAlike(before, after)) changes.push({ at, type: 'Reservation resource change', before, after });
    if (before.status !== after.status || isConfirmed(before, after)) changes.push({ at, ...newsOf(after) });
  }
  return changes;
}

/** Whether the window or the expiry changed. An expiry in seconds depends on the start, which a waiting reservation gets on admission. */
function isAtAnotherTime(before, after) {
  const isStarted =
    before.status === 'waiting' && after.status === 'admitted' && after.expiresAt !== undefined;
  return before.start !== after.start || before.end !== after.end || isStarted;
}

function isConfirmed(before, after) {
  const isKept = before.status === 'admitted' && after.status === 'admitted';
  return isKept && before.heldUntil !== undefined && after.heldUntil === undefined;
}

/** Whether amounts, elements and zone are the same. An admission that assigns addresses is a change. */
function isAlike(before, after) {
  const isAddressed =
    before.status === 'waiting' && after.status === 'admitted' && after.amounts.addresses > 0;
  if (isAddressed) return false;
  const isTied = String(before.elements ?? []) === String(after.elements ?? []);
  return same(before.amounts, after.amounts) && isTied && before.zone === after.zone;
}

/** The times to tell: those that changed. */
function timesOf(before, after, base) {
  const isFromNow = Math.min(before.start, after.start) < base;
  const told = (instant) => (instant === Infinity ? null : instant);
  const changed = (name) => (before[name] === after[name] ? undefined : told(after[name]));
  return { ...(!isFromNow && { startTime: changed('start') }), endTime: changed('end') };
}

function newsOf({ status, isLapsed, heldUntil }) {
  if (isLapsed) return { type: 'Reservation expired', state: 'expired' };
  if (status === 'ended') return { type: 'Reservation terminated', state: 'terminated' };
  if (status === 'conflict') return { type: 'Reservation conflict', state: 'conflict' };
  return { type: 'Reservation status change', state: heldUntil === undefined ? 'initialized' : 'held' };
}

function firstDifference(happened, told) {
  for (let index = 0; index < Math.max(happened.length, told.length); index++) {
    const [expected, heard] = [happened[index], told[index]];
    if (!heard) return `the subscriber never heard: ${expected.type} (${index + 1} of ${happened.length})`;
    if (!expected) return `the subscriber heard what never happened: ${shown(heard)}`;
    if (!saysSo(heard, expected)) {
      const { type, after, times, state } = expected;
      const data = JSON.stringify({ ...after?.amounts, ...times, state });
      return `the subscriber heard as number ${index + 1} ${shown(heard)} instead of ${type} ${data}`;
    }
  }
  return undefined;
}

export function saysSo(heard, expected) {
  const says = [saysZone, saysAmounts, saysTimes, saysState];
  return heard.type === expected.type && says.every((says) => says(heard, expected));
}

function saysTimes({ data }, { times = {} }) {
  return Object.entries(times).every(([name, at]) => at === (data[name] && Date.parse(data[name]) / 1000));
}

function saysState({ data }, { state }) {
  return data.reservationStatus === state || state === undefined;
}

/** The zone is told of a new reservation and of one that has moved, and its pool only of one that has compute. */
function saysZone({ data }, { before, after }) {
  if (!after) return true;
  const isCompute =
    !after.containers && Object.keys({ ...before.amounts, ...after.amounts }).some(isOfCompute);
  if (data.computePoolReserved && !isCompute) return false;
  return data.zoneId === (before.zone === after.zone ? undefined : after.zone);
}

const OF_OTHERS = new Set(['addresses', 'gigabytes', 'volumes', 'snapshots']);

function isOfCompute(name) {
  return !OF_OTHERS.has(name);
}

/** Compares only the classes whose amounts are unique to a request. Containers are notified as such and are not compared. */
function saysAmounts({ data }, { before, after }) {
  if (!after || before.containers || after.containers) return true;
  const { computePoolReserved: compute, storagePoolReserved: storage } = data;
  const isTold = (name, told) =>
    before.amounts[name] === after.amounts[name] || (told ?? 0) === (after.amounts[name] ?? 0);
  return isTold('ram', compute?.virtualMemSize) && isTold('gigabytes', storage?.storageSize);
}

function shown({ type, data }) {
  return `${type} ${JSON.stringify(data)}`;
}
