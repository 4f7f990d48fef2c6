import { tagAsked, tagOf } from './tags.mjs';

/** Finds the operation behind a ledger entry by an amount that is unique to the request, or by an id. */
export class Operations {
  #byTag = new Map();
  #byId = new Map();
  #byName = new Map();
  #lists = new Map();

  constructor(zone) {
    for (const operation of zone.operations) this.#index(operation);
  }

  #index(operation) {
    const { kind, p, ids } = operation;
    for (const id of ids) this.#byId.set(id, operation);
    // Dry runs are indexed too: no entry may match one.
    const asked = kind === 'dry' ? p.of : kind;
    if (asked === 'create') this.#indexCreate(operation);
    else if (asked === 'update' || asked === 'move') this.#indexChange(operation);
    else if (asked === 'increase' || asked === 'decrease') this.#byTag.set(`${asked} ${p.tag}`, operation);
    else if (asked === 'instance') this.#byName.set(p.name, operation);
    else this.#indexEnding(operation);
  }

  #indexEnding(operation) {
    const { kind, p } = operation;
    if (kind === 'hold-window') this.#byTag.set(`create ${tagAsked(p)}`, operation);
    else if (kind === 'withdraw' || kind === 'retire') this.#list(`${kind} ${p.provider}`, operation);
    else if (kind === 'end-pool') this.#list(`${kind} ${p.pool}`, operation);
    else if (kind === 'cancel' || kind === 'destroy') this.#list(`${kind} ${p.id}`, operation);
    else if (kind === 'confirm' || kind === 'mark') this.#list(`note ${p.id}`, operation);
    else if (kind === 'cancel-series') for (const id of p.occurrences) this.#list(`cancel ${id}`, operation);
    else if (kind === 'update-series')
      for (const id of p.occurrences) this.#byTag.set(`update ${id} ${tagAsked(p)}`, operation);
  }

  #indexCreate(operation) {
    const { p } = operation;
    this.#byTag.set(`create ${tagAsked(p)}`, operation);
    if (p.name !== undefined) this.#byName.set(p.name, operation);
  }

  #indexChange(operation) {
    const { p } = operation;
    this.#byTag.set(`update ${p.id} ${tagAsked(p)}`, operation);
    if (p.start === undefined) this.#list(`change ${p.id}`, operation);
    else this.#list(`window ${p.id} ${p.start} ${p.end ?? Infinity}`, operation);
  }

  #list(key, operation) {
    const known = this.#lists.get(key);
    if (known) known.push(operation);
    else this.#lists.set(key, [operation]);
  }

  create(amounts, start) {
    return this.#byTag.get(`create ${tagOf(amounts, start)}`);
  }

  /** The operation that made the reservation or instance with this name. */
  named(name) {
    return this.#byName.get(name);
  }

  /** @param before the amounts the reservation had */
  update(id, amounts, start, before) {
    return this.#byTag.get(`update ${id} ${tagOf(amounts, start, before)}`);
  }

  /** Updates and moves that ask for a window. An entry for a waiting reservation shows no more of a change than its window. */
  changesOfWindow(id, start, end) {
    return (this.#lists.get(`window ${id} ${start} ${end}`) ?? []).filter(({ kind }) => kind !== 'dry');
  }

  /** Updates that leave the window as it is. */
  changesOfAmounts(id) {
    return (this.#lists.get(`change ${id}`) ?? []).filter(({ kind }) => kind === 'update');
  }

  /** Operations that change a reservation but not its amounts. */
  notes(id) {
    return this.#lists.get(`note ${id}`) ?? [];
  }

  /** The operation that was answered with this id. */
  answeredWith(id) {
    return this.#byId.get(id);
  }

  change(id, amounts) {
    const tag = tagOf(amounts);
    return this.#byId.get(id) ?? this.#byTag.get(`${tag < 0 ? 'decrease' : 'increase'} ${Math.abs(tag)}`);
  }

  /**
   * The withdrawal whose window contains an entry. Order of preference: the window ends with the last entry; the narrowest
   * window; the earliest answer.
   *
   * @param until end of the last entry that may belong to it
   */
  withdrawal({ p: provider, s, t, w }, isOpen, until = t) {
    const all = (this.#lists.get(`withdraw ${provider}`) ?? [])
      .filter((one) => one.outcome !== 'refused' && isOpen(one))
      .map((one) => ({ one, start: Math.max(one.p.start ?? w, w), end: one.p.end ?? Infinity }))
      .filter(({ start, end }) => start <= s && t <= end);
    // If both are endless, or both have no answer, the difference is NaN, which decides nothing.
    const endsLater = ({ end }) => Number(end !== until);
    const [first] = all.sort(
      (a, b) =>
        endsLater(a) - endsLater(b) ||
        b.start - a.start ||
        a.end - b.end ||
        a.one.acknowledged - b.one.acknowledged,
    );
    return first?.one;
  }

  /** The operation that retired a provider. A provider may be retired again later. */
  retirement(provider, isOpen) {
    const left = (this.#lists.get(`retire ${provider}`) ?? []).filter(isOpen);
    const acknowledged = left.filter(({ outcome }) => outcome === 'ok');
    const [first] = acknowledged.sort((a, b) => a.acknowledged - b.acknowledged);
    return first ?? left.find(({ outcome }) => outcome === 'unknown');
  }

  /**
   * The operation that ended a reservation, an instance or a pool entry. Of several requests an acknowledged one is preferred to
   * one with an unknown outcome.
   */
  ending(kind, id) {
    const all = this.#lists.get(`${kind} ${id}`) ?? [];
    const acknowledged = all.filter((one) => one.outcome === 'ok' && (one.concerned?.includes(id) ?? true));
    const unknown = all.filter(({ outcome }) => outcome === 'unknown');
    return { found: acknowledged[0] ?? unknown[0], acknowledged };
  }
}
