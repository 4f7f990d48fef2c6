import { tagAsked, tagOf } from './tags.mjs';

/** Finds the operation behind an entry of the ledger: by the amount that no other request carries, or by an id. */
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
    // What a dry run asks for is looked for as well: it must not be there.
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

  /** What made a reservation, or an instance, of a name. */
  named(name) {
    return this.#byName.get(name);
  }

  /** @param before the amounts the reservation had */
  update(id, amounts, start, before) {
    return this.#byTag.get(`update ${id} ${tagOf(amounts, start, before)}`);
  }

  /** Updates and moves that ask for a window, by which alone a change of a waiting reservation is known. */
  changesOfWindow(id, start, end) {
    return (this.#lists.get(`window ${id} ${start} ${end}`) ?? []).filter(({ kind }) => kind !== 'dry');
  }

  /** Updates that leave the window as it is. */
  changesOfAmounts(id) {
    return (this.#lists.get(`change ${id}`) ?? []).filter(({ kind }) => kind === 'update');
  }

  /** What changes a reservation without moving any amounts. */
  notes(id) {
    return this.#lists.get(`note ${id}`) ?? [];
  }

  /** What made something that has an id, by its answer. */
  answeredWith(id) {
    return this.#byId.get(id);
  }

  change(id, amounts) {
    const tag = tagOf(amounts);
    return this.#byId.get(id) ?? this.#byTag.get(`${tag < 0 ? 'decrease' : 'increase'} ${Math.abs(tag)}`);
  }

  /**
   * What took all of a provider's capacity away for a window that an entry lies in. Of several it is the one whose window ends with
   * the last of its entries, then the one that asked for least besides, and of those the one that was answered first.
   *
   * @param until where the last entry ends that may be of it
   */
  withdrawal({ p: provider, s, t, w }, isOpen, until = t) {
    const all = (this.#lists.get(`withdraw ${provider}`) ?? [])
      .filter((one) => one.outcome !== 'refused' && isOpen(one))
      .map((one) => ({ one, start: Math.max(one.p.start ?? w, w), end: one.p.end ?? Infinity }))
      .filter(({ start, end }) => start <= s && t <= end);
    // Of two that are endless, or without an answer, the difference is not a number and decides nothing.
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

  /** What retired a provider, which may be retired again later. */
  retirement(provider, isOpen) {
    const left = (this.#lists.get(`retire ${provider}`) ?? []).filter(isOpen);
    const acknowledged = left.filter(({ outcome }) => outcome === 'ok');
    const [first] = acknowledged.sort((a, b) => a.acknowledged - b.acknowledged);
    return first ?? left.find(({ outcome }) => outcome === 'unknown');
  }

  /**
   * What ended a reservation or an instance. Several may have been asked for: one that was acknowledged, else any whose
   * answer nobody saw.
   */
  ending(kind, id) {
    const all = this.#lists.get(`${kind} ${id}`) ?? [];
    const acknowledged = all.filter((one) => one.outcome === 'ok' && (one.concerned?.includes(id) ?? true));
    const unknown = all.filter(({ outcome }) => outcome === 'unknown');
    return { found: acknowledged[0] ?? unknown[0], acknowledged };
  }
}
