import { isOver } from './questions.mjs';

/**
 * The tenants of reservations, and the limit of each class that a tenant may hold in a zone at any instant. A reservation in
 * conflict holds nothing, and is admitted again even above the limit.
 */
export class Tenants {
  #limits;
  #tenants = new Map();

  constructor(limits = {}, operations) {
    this.#limits = limits;
    for (const { kind, p, ids } of operations)
      if (kind === 'create' && p.tenant !== undefined) for (const id of ids) this.#tenants.set(id, p.tenant);
  }

  /** Records the tenant of a reservation, as the answer to its create may have been lost. */
  note(id, tenant) {
    if (tenant !== undefined) this.#tenants.set(id, tenant);
  }

  of(id) {
    return this.#tenants.get(id);
  }

  /** The tenant's other reservations in a zone that hold or wait; `at` returns the state of a reservation. */
  others(walk, { tenant, id, now }, at) {
    return [...walk.idsOf(tenant)]
      .filter((one) => one !== id)
      .map(at)
      .filter((held) => isHeld(held, now));
  }

  /** As `excess`, of the limits in a zone. */
  excess(amounts, window, others, before) {
    return excess(this.#limits, amounts, window, others, before);
  }

  /** The amounts of limited classes that a tenant may hold in a window of the zone besides its other reservations. */
  left(window, others) {
    const left = Object.entries(this.#limits).map(([name, limit]) => {
      const peak = Math.max(...[...sums(name, window, others)].map(({ sum }) => sum));
      return [name, Math.max(0, limit - peak)];
    });
    return Object.fromEntries(left);
  }
}

/** Whether a state of a reservation counts for its tenant. */
export function isHeld(held, now) {
  return (held?.status === 'admitted' || held?.status === 'waiting') && !isOver(held, now);
}

/**
 * Describes by how much additional amounts in a window would exceed limits; undefined if they would not.
 *
 * @param before the state of a reservation that is changed: what takes no more than it may exceed them
 */
export function excess(limits, amounts, window, others, before) {
  for (const [name, limit] of Object.entries(limits)) {
    const asked = amounts[name] ?? 0;
    if (asked === 0) continue;
    for (const part of newParts(name, asked, window, before)) {
      for (const { at, sum } of sums(name, part, others)) {
        const all = sum + asked;
        if (all > limit)
          return `${all} ${name} at ${new Date(at * 1000).toISOString()}, and may hold ${limit}`;
      }
    }
  }
  return undefined;
}

/** The parts of a window in which more of a class is taken than before. */
function newParts(name, asked, window, before) {
  if (!before || asked > (before.amounts[name] ?? 0)) return [window];
  const parts = [
    { start: window.start, end: Math.min(window.end, before.start) },
    { start: Math.max(window.start, before.end), end: window.end },
  ];
  return parts.filter(({ start, end }) => start < end);
}

/** The amounts of a class that reservations hold at the start of a window and where each of them begins in it. */
function* sums(name, { start, end }, others) {
  const held = others.filter((one) => (one.amounts[name] ?? 0) > 0 && one.start < end && start < one.end);
  for (const at of [start, ...held.map((one) => one.start).filter((instant) => instant > start)]) {
    const there = held.filter((one) => one.start <= at && at < one.end);
    yield { at, sum: there.reduce((sum, one) => sum + one.amounts[name], 0) };
  }
}
