import { tagAsked, tagOf } from './tags.mjs';

/** Finds the operation behind an entry of the ledger: by the amount that no other request carries, or by an id. */
export class Operations {
  #byTag = new Map();
  #byId = new Map();
  #byName = new Map();
  #withdrawals = new Map();

  constructor(zone) {
    for (const operation of zone.operations) this.#index(operation);
  }

  #index(operation) {
    const { kind, p, ids } = operation;
    for (const id of ids) this.#byId.set(id, operation);
    if (kind === 'create') this.#byTag.set(`create ${tagAsked(p)}`, operation);
    else if (kind === 'update' || kind === 'move')
      this.#byTag.set(`update ${p.id} ${tagAsked(p)}`, operation);
    else if (kind === 'increase' || kind === 'decrease') this.#byTag.set(`${kind} ${p.tag}`, operation);
    else if (kind === 'withdraw') this.#withdrawals.set(p.provider, operation);
    else if (kind === 'instance') this.#byName.set(p.name, operation);
    else if (kind === 'cancel' || kind === 'destroy') this.#ending(`${kind} ${p.id}`, operation);
  }

  #ending(key, operation) {
    const known = this.#byTag.get(key);
    if (known) known.push(operation);
    else this.#byTag.set(key, [operation]);
  }

  create(amounts, start) {
    return this.#byTag.get(`create ${tagOf(amounts, start)}`);
  }

  /** @param before the amounts the reservation had */
  update(id, amounts, start, before) {
    return this.#byTag.get(`update ${id} ${tagOf(amounts, start, before)}`);
  }

  change(id, amounts) {
    const tag = tagOf(amounts);
    return this.#byId.get(id) ?? this.#byTag.get(`${tag < 0 ? 'decrease' : 'increase'} ${Math.abs(tag)}`);
  }

  /** What took a provider's capacity away, all of it. */
  withdrawal(provider) {
    return this.#withdrawals.get(provider);
  }

  instance(name) {
    return this.#byName.get(name);
  }

  /**
   * What ended a reservation or an instance. Several may have been asked for: one that was acknowledged, else any whose
   * answer nobody saw.
   */
  ending(kind, id) {
    const all = this.#byTag.get(`${kind} ${id}`) ?? [];
    const acknowledged = all.filter(({ outcome }) => outcome === 'ok');
    const unknown = all.filter(({ outcome }) => outcome === 'unknown');
    return { found: acknowledged[0] ?? unknown[0], acknowledged };
  }
}
