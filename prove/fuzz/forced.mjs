const POOL_ID = /"pool-?[iI]d":"([0-9a-f-]{36})"/g;

/** Providers whose capacity was taken by force: only there may promises exceed the total. */
export class Forced {
  #pools = [];

  /** The answer to a forced change names the displaced reservations. */
  note({ isRouted }, { status, text }) {
    if (!isRouted || status >= 400 || !text.includes('"displaced"')) return;
    this.#pools.push(...[...text.matchAll(POOL_ID)].map(([, id]) => id));
  }

  async providers(client) {
    const sql = 'select distinct provider_id from pool_entries where id = any($1::uuid[])';
    const { rows } = await client.query(sql, [this.#pools]);
    return new Set(rows.map(({ provider_id: id }) => id));
  }
}
