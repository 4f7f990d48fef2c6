const POOL_ID = /"pool-?[iI]d":"([0-9a-f-]{36})"/g;

/** Which providers had capacity taken by force: only there may promises exceed what there is. */
export class Forced {
  #pools = [];

  /** Answers to what is done by force name the reservations it has displaced. */
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
