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
  excess(amounts, window, others) {
    return excess(this.#limits, amounts, window, others);
  }
}

/** Whether a state of a reservation counts for its tenant. */
export function isHeld(held, now) {
  return (held?.status === 'admitted' || held?.status === 'waiting') && !isOver(held, now);
}

/** Describes by how much additional amounts in a window would exceed limits; undefined if they would not. */
export function excess(limits, amounts, { start, end }, others) {
  for (const [name, limit] of Object.entries(limits)) {
    const asked = amounts[name] ?? 0;
    if (asked === 0) continue;
    const held = others.filter((one) => (one.amounts[name] ?? 0) > 0 && one.start < end && start < one.end);
    for (const at of [start, ...held.map((one) => one.start).filter((instant) => instant > start)]) {
      const there = held.filter((one) => one.start <= at && at < one.end);
      const all = there.reduce((sum, one) => sum + one.amounts[name], asked);
      if (all > limit) return `${all} ${name} at ${new Date(at * 1000).toISOString()}, and may hold ${limit}`;
    }
  }
  return undefined;
}
