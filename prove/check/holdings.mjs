/**
 * Compares the sum of each reservation's entries, by instant and provider, with the holdings in the model. From the time of the
 * fastest clock on they are equal, and outside the window the sum is zero.
 */
export class Holdings {
  #entries = new Map();
  #latest = 0;

  /** Adds a group's entries and returns what is wrong with the reservations they change. */
  take(entries, reservations) {
    const touched = new Set();
    for (const entry of entries) {
      this.#latest = Math.max(this.#latest, entry.w);
      if (entry.m !== 'reserved') continue;
      touched.add(entry.o);
      const own = this.#entries.get(entry.o) ?? [];
      own.push(entry);
      this.#entries.set(entry.o, own);
    }
    return [...touched].flatMap((id) => this.#wrong(id, reservations.get(id)) ?? []);
  }

  #wrong(id, held) {
    const own = this.#entries.get(id);
    const instants = [...new Set(own.flatMap(({ s, t }) => [s, t]))].filter((instant) => instant < Infinity);
    for (const instant of instants.sort((a, b) => a - b)) {
      for (const [provider, amounts] of netAt(own, instant)) {
        for (const name in amounts) {
          const isOn = held.start <= instant && instant < held.end && held.status === 'admitted';
          const expected = isOn ? (held.held.get(provider)?.[name] ?? 0) : 0;
          const isWrong = instant >= this.#latest ? amounts[name] !== expected : amounts[name] < 0;
          if (!isWrong) continue;
          const at = new Date(instant * 1000).toISOString();
          return `the entries of reservation ${id} come to ${amounts[name]} ${name} at ${at}, it holds ${expected}`;
        }
      }
    }
    return undefined;
  }
}

function netAt(entries, instant) {
  const net = new Map();
  for (const { p, s, t, x } of entries) {
    if (p === null || instant < s || instant >= t) continue;
    const amounts = net.get(p) ?? {};
    for (const name in x) amounts[name] = (amounts[name] ?? 0) + x[name];
    net.set(p, amounts);
  }
  return net;
}
