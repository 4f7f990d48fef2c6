import { same } from './amounts.mjs';
import { livesOf } from './lives.mjs';

/**
 * P6: what a subscriber to all reservations heard is what happened to each, in that order, each change under one id, and
 * nothing that did not happen. Hearing an id again is allowed: it was not acknowledged, or its acknowledgement was lost.
 */
export function hearingProblems(walks, heard, count) {
  const problems = [];
  for (const [id, { zone, history }] of livesOf(walks)) {
    const operation = zone.operationOf.get(id);
    const told = firstTime(heard.get(id) ?? [], problems, operation).filter((one) =>
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

/** All that a subscriber is to hear of a reservation, in order; `at`: its zone, and the group of the ledger with which it happened. */
export function happenedTo({ zone, history }) {
  const all = [...changesOf(history), ...endOf(zone, history.at(-1))];
  return all.filter((one) => isLookedAt({ zone, history }, one));
}

/** When the clock makes a reservation active is each process' own affair where clocks differ. */
export function isLookedAt({ zone, history }, { type }) {
  if (zone.kind === 'brief' && type === 'Reservation end approaching') return false;
  const isFromNow = zone.kind === 'brief' || history.some(({ start }) => start < zone.base);
  return !isFromNow || type !== 'Reservation status change';
}

/** What nobody has ended ends by itself, where the round is long enough for that. */
function endOf({ kind }, { status }) {
  return kind === 'brief' && status !== 'ended' ? [{ type: 'Reservation expired' }] : [];
}

/** Each id once, when it was first heard; the same id always says the same. */
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

/** What a subscriber is to hear of a reservation, from how it stood after each effect. */
function changesOf(history) {
  const [made] = history;
  const madeAt = { zone: made.zone, group: made.group };
  const changes = [{ at: madeAt, type: 'Reservation created', before: { amounts: {} }, after: made }];
  for (let index = 1; index < history.length; index++) {
    const [before, after] = [history[index - 1], history[index]];
    const at = { zone: after.zone, group: after.group };
    if (isAtAnotherTime(before, after)) changes.push({ at, type: 'Reservation time change' });
    if (!isAlike(before, after)) changes.push({ at, type: 'Reservation resource change', before, after });
    if (before.status !== after.status || isConfirmed(before, after))
      changes.push({ at, type: after.isLapsed ? 'Reservation expired' : NEWS_OF[after.status] });
  }
  return changes;
}

/** An expiry in seconds follows the start, which one that waited has only once it is admitted. */
function isAtAnotherTime(before, after) {
  const isStarted =
    before.status === 'waiting' && after.status === 'admitted' && after.expiresAt !== undefined;
  return before.start !== after.start || before.end !== after.end || isStarted;
}

function isConfirmed(before, after) {
  const isKept = before.status === 'admitted' && after.status === 'admitted';
  return isKept && before.heldUntil !== undefined && after.heldUntil === undefined;
}

/** What a reservation holds, for what, and where. */
function isAlike(before, after) {
  const isAddressed =
    before.status === 'waiting' && after.status === 'admitted' && after.amounts.addresses > 0;
  if (isAddressed) return false;
  const isTied = String(before.elements ?? []) === String(after.elements ?? []);
  return same(before.amounts, after.amounts) && isTied && before.zone === after.zone;
}

const NEWS_OF = {
  ended: 'Reservation terminated',
  conflict: 'Reservation conflict',
  admitted: 'Reservation status change',
};

function firstDifference(happened, told) {
  for (let index = 0; index < Math.max(happened.length, told.length); index++) {
    const [expected, heard] = [happened[index], told[index]];
    if (!heard) return `the subscriber never heard: ${expected.type} (${index + 1} of ${happened.length})`;
    if (!expected) return `the subscriber heard what never happened: ${shown(heard)}`;
    if (!saysSo(heard, expected)) {
      return `the subscriber heard as number ${index + 1} ${shown(heard)} instead of ${expected.type} ${JSON.stringify(expected.after?.amounts ?? {})}`;
    }
  }
  return undefined;
}

export function saysSo(heard, expected) {
  return heard.type === expected.type && saysAmounts(heard, expected);
}

/** Those of the classes that no two requests ask the same of; containers are told as they are. */
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
