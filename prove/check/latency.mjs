/**
 * Latency of a process while a hostile client is connected to it, and while it has no fault at all: a count of answers for each
 * number of milliseconds. It decides nothing, as the machine may be busy with other work.
 */
export class Latency {
  static #HOSTILE = 'hostile-client';
  #begun = new Map();
  /** Service, or `all` → the periods of its faults. */
  #faults = new Map();

  note({ fault, service, over, w }) {
    const key = `${fault} ${service}`;
    if (!over) return void this.#begun.set(key, w);
    const from = this.#begun.get(key);
    if (from === undefined) return;
    const where = fault === 'kill-postgres' ? 'all' : service;
    this.#faults.set(where, [...this.#of(where), { fault, from, until: w }]);
  }

  /** Name of the condition → milliseconds → number of answers. */
  counts(attempts) {
    const counts = new Map([
      ['beside a hostile client', new Map()],
      ['without a fault', new Map()],
    ]);
    const [hostile, calm] = [...counts.values()];
    for (const { w, service, returned } of attempts) {
      if (!returned || returned.out === 'unknown' || returned.out === 'unavailable') continue;
      const faults = [...this.#of(service), ...this.#of('all')];
      const met = faults.filter(({ from, until }) => from <= returned.w && w <= until);
      const isHostile = met.length > 0 && met.every(({ fault }) => fault === Latency.#HOSTILE);
      const to = isHostile ? hostile : met.length === 0 ? calm : undefined;
      const milliseconds = returned.w - w;
      to?.set(milliseconds, (to.get(milliseconds) ?? 0) + 1);
    }
    return counts;
  }

  #of(where) {
    return this.#faults.get(where) ?? [];
  }
}
