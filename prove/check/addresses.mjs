import { throughout, worstIn } from './throughout.mjs';
import { liveAt, reservationAt } from './questions.mjs';

/** Single public addresses: an address has one reservation at a time and stays with it throughout its window. */

/** The assignable addresses of CIDR ranges such as `10.0.0.8/29`: all but the first and the last of each range. */
function usable(ranges) {
  const spans = [...new Set(ranges)].map(spanOf);
  const isPart = (one) =>
    spans.some(
      (other) =>
        other !== one && other.first <= one.first && one.first + one.size <= other.first + other.size,
    );
  return spans.flatMap(({ first, size }, index) => {
    if (isPart(spans[index])) return [];
    return Array.from({ length: size - 2 }, (_, index) => textOf(first + index + 1));
  });
}

function spanOf(range) {
  const [network, bits] = range.split('/');
  const first = network.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
  return { first, size: 2 ** (32 - Number(bits)) };
}

function textOf(number) {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

/** The address ranges that increases have named, by zone. */
export class Ranges {
  #asked;

  constructor(operations) {
    this.#asked = operations.filter(({ kind, p, outcome }) => {
      return kind === 'increase' && p.publicIps && outcome !== 'refused';
    });
  }

  /** Whether another zone may have had a range that overlaps the operation's when the attempt was decided. */
  areTaken({ p }, attempt) {
    return this.#asked.some(
      (other) =>
        other.p.zone !== p.zone &&
        other.called < attempt.returned.n &&
        other.p.publicIps.some((range) => p.publicIps?.some((own) => overlap(range, own))),
    );
  }

  /** P1: no address belongs to two zones. */
  problems() {
    const given = this.#asked
      .filter(({ outcome }) => outcome === 'ok')
      .flatMap((operation) => operation.p.publicIps.map((range) => ({ operation, range })));
    return given.flatMap((one, index) => {
      const { zone } = one.operation.p;
      const isShared = (other) => other.operation.p.zone !== zone && overlap(other.range, one.range);
      const before = given.slice(0, index).find(isShared);
      const operations = [before?.operation, one.operation];
      return before
        ? [{ property: 'P1', zone, text: `${one.range} was given to two zones`, operations }]
        : [];
    });
  }
}

function overlap(a, b) {
  const [one, other] = [spanOf(a), spanOf(b)];
  return one.first < other.first + other.size && other.first < one.first + one.size;
}

/**
 * The assignable addresses of a zone after the first `done` groups: those of its initial ranges, and of the ranges that these
 * groups added. Cached, because few groups add any.
 */
function usableAt({ zone, walk }, done) {
  if (!known.has(walk)) known.set(walk, { ranges: zone.publicIps ?? [], groups: 0, steps: [] });
  const { steps } = known.get(walk);
  extend(known.get(walk), walk.groups, done);
  return steps.findLast(({ from }) => from <= done).addresses;
}

/** Walk → the addresses after its first `groups` groups, with the number of groups `from` which on they are assignable. */
const known = new WeakMap();

/** The walk may still grow. */
function extend(zone, groups, done) {
  if (zone.steps.length === 0) zone.steps.push({ from: 0, addresses: usable(zone.ranges) });
  for (; zone.groups < done; zone.groups++) {
    const added = groups[zone.groups].operation?.p.publicIps ?? [];
    if (added.length === 0) continue;
    zone.ranges = [...zone.ranges, ...added];
    zone.steps.push({ from: zone.groups + 1, addresses: usable(zone.ranges) });
  }
}

/**
 * The addresses a reservation held after the first `done` groups: those in its row as written by the batch that changed it last.
 * A change later in an unfinished batch is not in force.
 */
export function addressesAt({ zone, walk }, id, done) {
  const rows = zone.versions.get(id);
  if (!rows) return zone.reservationRows.get(id)?.addresses ?? [];
  const until = batchEnd(walk, reservationAt(walk, id, done).group);
  return rows.findLast(({ q }) => q <= until)?.addresses ?? [];
}

/** Last entry of a group's batch. The service writes a row once per batch, with its last entry. */
function batchEnd({ groups }, group) {
  const { b } = groups[group].entries[0];
  let last = group;
  while (groups[last + 1]?.entries[0].b === b) last += 1;
  return groups[last].entries.at(-1).q;
}

/**
 * Number of addresses a reservation can have throughout a window after the first `done` groups.
 *
 * @param own id of the reservation if it has addresses already: it keeps them, and an address it would lose is not replaced
 */
export function freeThroughout({ zone, walk, done }, start, end, own) {
  const taken = new Set();
  for (const [id, held] of liveAt(walk, done)) {
    if (id === own || held.start >= end || start >= held.end) continue;
    // A reservation that returned to this zone without addresses has no row there that shows it.
    if (!(held.amounts.addresses > 0)) continue;
    for (const address of addressesAt({ zone, walk }, id, done)) taken.add(address);
  }
  const kept = own !== undefined && liveAt(walk, done).has(own) ? addressesAt({ zone, walk }, own, done) : [];
  const left = kept.filter((address) => !taken.has(address)).length;
  if (left < kept.length) return left;
  return usableAt({ zone, walk }, done).filter((address) => !taken.has(address)).length;
}

/**
 * The figures of public addresses as the service reports them. `available` is also limited to the addresses that are free throughout
 * the window. `total` is limited to the addresses of the ranges. `reserved` is the rest.
 */
export function addressFigures(context, start, end) {
  const { state, done } = context;
  const least = worstIn(state, 'addresses', [start, end]);
  const byLedger = throughout(state, 'addresses', least, start, end).available;
  const available = Math.min(byLedger, freeThroughout(context, start, end));
  const { total: declared, allocated } = worstOfFree(context, start, end);
  const total = Math.max(Math.min(declared, usableAt(context, done).length), available + allocated);
  return { total, reserved: total - allocated - available, allocated, available };
}

/** The figures of the instant with the least available by the ledger and by the free addresses, the earliest if there are several. */
function worstOfFree(context, start, end) {
  const { state } = context;
  const figures = Array.from(state.places(start, end), (index) => ({
    at: Math.max(start, state.instants[index] ?? start),
    ...state.whole('addresses', index),
  }));
  // Only the total and the allocated amount are needed. Where they stay the same, the search would be slow for nothing.
  const [first] = figures;
  if (figures.every(({ total, allocated }) => total === first.total && allocated === first.allocated))
    return first;
  const limited = figures.map(({ at, available }) =>
    Math.min(available, freeThroughout(context, at, at + 1)),
  );
  return figures[limited.indexOf(Math.min(...limited))];
}

/**
 * The metrics of addresses as reported for an instant: `total` is limited to the ranges, `available` to the free addresses, and
 * `reserved` is the rest.
 */
export function addressesTold(context, { total, available, allocated }, at) {
  const most = Math.min(total, usableAt(context, context.done).length);
  const free = Math.min(available, freeThroughout(context, at, at + 1));
  return { total: most, available: free, reserved: most - free - allocated, usage: allocated };
}

/** P1 for addresses. The answer to a create also names exactly the addresses that the reservation holds. */
export function addressProblems(context) {
  const { zone, walk } = context;
  const problems = [];
  const lives = [...walk.reservations].flatMap(([id, { history }]) => livesOf(context, id, history));
  const allowed = new Set(usableAt(context, walk.groups.length));
  lives.forEach((one, index) => {
    const { operation, addresses, wanted } = one;
    const complain = (text, other) =>
      problems.push({ property: 'P1', text, operations: [operation, other?.operation].filter(Boolean) });
    if (addresses.some((address) => !allowed.has(address)))
      complain('a reservation holds an address of nobody’s range');
    if (addresses.length !== wanted)
      complain(`a reservation holds ${addresses.length} of ${wanted} addresses`);
    if (one.isFirst && operation?.addresses && String(operation.addresses) !== String(addresses))
      complain('a reservation holds other addresses than were answered');
    for (const other of lives.slice(index + 1)) {
      if (meets(one, other)) complain('two reservations hold an address at one time', other);
    }
  });
  return problems.map((problem) => ({ zone: zone.zone, ...problem }));
}

const NOT_HOLDING = new Set(['ended', 'moved', 'waiting']);

/** The periods of a reservation's life in a zone, each with the same addresses throughout. */
function livesOf(context, id, history) {
  const operation = context.zone.operationOf.get(id);
  return history.flatMap((state, index) => {
    const { start, end, group, status, amounts } = state;
    const until = history[index + 1]?.group ?? Infinity;
    if (NOT_HOLDING.has(status) || !(amounts.addresses > 0)) return [];
    if (isSameBatch(context.walk, group, until)) return [];
    const addresses = addressesAt(context, id, group + 1);
    const isFirst = index === 0 && !state.hasArrived && isOwnBatch(context.walk, history, group);
    return { id, start, end, from: group, until, addresses, wanted: amounts.addresses, operation, isFirst };
  });
}

function isSameBatch({ groups }, one, other) {
  return groups[one].entries[0].b === groups[other]?.entries[0].b;
}

/** If the creating batch changes the reservation again, its row does not show the addresses of the answer. */
function isOwnBatch({ groups }, history, group) {
  return history.every((state) => state.group === group || !isSameBatch({ groups }, group, state.group));
}

function meets(a, b) {
  const inTime = a.start < b.end && b.start < a.end;
  const inLedger = a.from < b.until && b.from < a.until;
  return a.id !== b.id && inTime && inLedger && a.addresses.some((address) => b.addresses.includes(address));
}
