/** Finds the operation behind an entry of the ledger: by the amount that no other request carries, or by an id. */
export class Operations {
  #byTag = new Map();
  #byId = new Map();
  #byName = new Map();
  #zone;

  constructor(zone) {
    this.#zone = zone;
    for (const operation of zone.operations) this.#index(operation);
  }

  #index(operation) {
    const { kind, p, ids } = operation;
    for (const id of ids) this.#byId.set(id, operation);
    if (kind === 'create') this.#byTag.set(`create ${p.form === 'network' ? p.start : p.tag}`, operation);
    else if (kind === 'update' || kind === 'move') this.#byTag.set(`update ${p.id} ${p.tag}`, operation);
    else if (kind === 'increase' || kind === 'decrease') this.#byTag.set(`change ${p.tag}`, operation);
    else if (kind === 'instance') this.#byName.set(p.name, operation);
    else if (kind === 'cancel' || kind === 'destroy') this.#ending(`${kind} ${p.id}`, operation);
  }

  #ending(key, operation) {
    const known = this.#byTag.get(key);
    if (known) known.push(operation);
    else this.#byTag.set(key, [operation]);
  }

  create(amounts, start) {
    const tag = amounts[this.#zone.ledger] ?? 0;
    return this.#byTag.get(`create ${this.#zone.kind === 'addresses' ? start : tag}`);
  }

  update(id, amounts) {
    return this.#byTag.get(`update ${id} ${amounts[this.#zone.ledger]}`);
  }

  change(id, amounts) {
    return this.#byId.get(id) ?? this.#byTag.get(`change ${Math.abs(amounts[this.#zone.ledger])}`);
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
