import { liveAt, reservationAt } from './questions.mjs';

/** Concrete addresses: an address is one reservation's at a time, and stays with it throughout its window. */

/** The addresses of `10.0.0.8/29` and the like that can be given away: not the first and not the last. */
export function usable(ranges) {
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

/** Which zone was given which ranges. */
export class Ranges {
  #asked;

  constructor(operations) {
    this.#asked = operations.filter(({ kind, p, outcome }) => {
      return kind === 'increase' && p.publicIps && outcome !== 'refused';
    });
  }

  /** Whether another zone may have had one of them when a call was decided. */
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

/** The ranges that some groups of a zone's ledger have brought, and those it had from the beginning. */
export function rangesAt({ zone, walk }, done) {
  const brought = walk.groups.slice(0, done).flatMap(({ operation }) => operation?.p.publicIps ?? []);
  return [...(zone.publicIps ?? []), ...brought];
}

/**
 * The addresses a reservation held when so many groups were in force: those its row was written with in the batch that changed it
 * last. A later change in a batch under way is not in force.
 */
function addressesAt({ zone, walk }, id, done) {
  const rows = zone.versions.get(id);
  if (!rows) return zone.reservationRows.get(id)?.addresses ?? [];
  const until = batchEnd(walk, reservationAt(walk, id, done).group);
  return rows.findLast(({ q }) => q <= until)?.addresses ?? [];
}

/** Rows are written once for a batch, with its last entry. */
function batchEnd({ groups }, group) {
  const { b } = groups[group].entries[0];
  let last = group;
  while (groups[last + 1]?.entries[0].b === b) last += 1;
  return groups[last].entries.at(-1).q;
}

/**
 * How many addresses a reservation could have throughout a window, when so many groups are in force.
 *
 * @param own the reservation, if it has addresses already: it keeps them, and gets no other in place of one it would lose
 */
export function freeThroughout({ zone, walk, done }, start, end, own) {
  const taken = new Set();
  for (const [id, held] of liveAt(walk, done)) {
    if (id === own || held.start >= end || start >= held.end) continue;
    // One that has come back to a zone without any has no row there that says so.
    if (!(held.amounts.addresses > 0)) continue;
    for (const address of addressesAt({ zone, walk }, id, done)) taken.add(address);
  }
  const kept = own !== undefined && liveAt(walk, done).has(own) ? addressesAt({ zone, walk }, own, done) : [];
  const left = kept.filter((address) => !taken.has(address)).length;
  if (left < kept.length) return left;
  return usable(rangesAt({ zone, walk }, done)).filter((address) => !taken.has(address)).length;
}

/**
 * The figures of addresses as they are told: of what is available as much as there are addresses free throughout the window, and can lie
 * on one provider throughout; of the total as much as the ranges hold; and as reserved what those leave.
 */
export function addressFigures(context, whole, start, end) {
  const { state, done } = context;
  const backed = state.providers.map((provider) =>
    Math.max(0, state.room(provider, 'addresses', start, end)),
  );
  const free = freeThroughout(context, start, end);
  const { allocated } = whole;
  const available = Math.min(whole.available, sum(backed), free);
  const total = Math.max(
    Math.min(whole.total, usable(rangesAt(context, done)).length),
    available + allocated,
  );
  return { total, reserved: total - allocated - available, allocated, available };
}

/** What of a metric is told of addresses at an instant: of what there is, and of what is available, as much as there are addresses. */
export function addressesTold(context, metric, amount, at) {
  if (metric === 'total') return Math.min(amount, usable(rangesAt(context, context.done)).length);
  return metric === 'available' ? Math.min(amount, freeThroughout(context, at, at + 1)) : amount;
}

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0);
}

/** P1 for addresses, and that the answer named those that are held. */
export function addressProblems(context) {
  const { zone, walk } = context;
  const problems = [];
  const lives = [...walk.reservations].flatMap(([id, { history }]) => livesOf(context, id, history));
  const allowed = new Set(usable(rangesAt(context, walk.groups.length)));
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

/** The parts of a reservation's life in a zone in which it had the same addresses. */
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

/** A row that was changed again by the batch that made it does not show what was answered. */
function isOwnBatch({ groups }, history, group) {
  return history.every((state) => state.group === group || !isSameBatch({ groups }, group, state.group));
}

function meets(a, b) {
  const inTime = a.start < b.end && b.start < a.end;
  const inLedger = a.from < b.until && b.from < a.until;
  return a.id !== b.id && inTime && inLedger && a.addresses.some((address) => b.addresses.includes(address));
}
