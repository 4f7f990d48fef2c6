import { isOver } from './questions.mjs';

/**
 * Whom reservations are made for, and the most of each class that anybody may hold in a zone at one time. What is in
 * conflict holds nothing, and comes back whether it fits the limit or not.
 */
export class Tenants {
  #limits;
  #tenants = new Map();

  constructor(limits = {}, operations) {
    this.#limits = Object.entries(limits);
    for (const { kind, p, ids } of operations)
      if (kind === 'create' && p.tenant !== undefined) for (const id of ids) this.#tenants.set(id, p.tenant);
  }

  /** Whose a reservation is that nobody has seen the answer for. */
  note(id, tenant) {
    if (tenant !== undefined) this.#tenants.set(id, tenant);
  }

  of(id) {
    return this.#tenants.get(id);
  }

  /** What else a tenant holds, or waits for, in a zone, each as `at` says it stands. */
  others(walk, { tenant, id, now }, at) {
    return [...walk.idsOf(tenant)]
      .filter((one) => one !== id)
      .map(at)
      .filter((held) => (held?.status === 'admitted' || held?.status === 'waiting') && !isOver(held, now));
  }

  /** Says by what a tenant would be above its limit with some amounts more in a window; undefined when it would not. */
  excess(amounts, { start, end }, others) {
    for (const [name, limit] of this.#limits) {
      const asked = amounts[name] ?? 0;
      if (asked === 0) continue;
      const held = others.filter((one) => (one.amounts[name] ?? 0) > 0 && one.start < end && start < one.end);
      for (const at of [start, ...held.map((one) => one.start).filter((instant) => instant > start)]) {
        const there = held.filter((one) => one.start <= at && at < one.end);
        const all = there.reduce((sum, one) => sum + one.amounts[name], asked);
        if (all > limit)
          return `${all} ${name} at ${new Date(at * 1000).toISOString()}, and may hold ${limit}`;
      }
    }
    return undefined;
  }
}
