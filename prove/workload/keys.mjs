/** The `Idempotency-Key`s of a round that were answered, with the tenants that used each. */
export class Keys {
  #tenants = new Map();
  #all = [];

  used(key, tenant) {
    const tenants = this.#tenants.get(key);
    if (tenants) return tenants.add(tenant);
    this.#tenants.set(key, new Set([tenant]));
    this.#all.push(key);
    return undefined;
  }

  /** A key that this tenant has not used, and which is recorded as used now; undefined: it has used the drawn key. */
  take(at, tenant) {
    const key = this.#all[Math.floor(at * this.#all.length)];
    const tenants = this.#tenants.get(key);
    if (!tenants || tenants.has(tenant)) return undefined;
    tenants.add(tenant);
    return key;
  }
}
