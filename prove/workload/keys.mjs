/** The `Idempotency-Key`s of a round that were answered, and by which tenants each was used. */
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

  /** One that this tenant has not used, and will have from now on; undefined: what was drawn is its own. */
  take(at, tenant) {
    const key = this.#all[Math.floor(at * this.#all.length)];
    const tenants = this.#tenants.get(key);
    if (!tenants || tenants.has(tenant)) return undefined;
    tenants.add(tenant);
    return key;
  }
}
