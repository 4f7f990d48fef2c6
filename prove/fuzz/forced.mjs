/** Which providers had capacity taken by force: only there may promises exceed what there is. */
export class Forced {
  #pools = [];
  #providers = new Set();

  note({ operation, path, isRouted }, { status, text }) {
    if (!isRouted || status >= 400 || !/displaced/.test(text)) return;
    if (operation.path === '/decrease-capacity') this.#pools.push(JSON.parse(text)['pool-id']);
    else for (const { 'provider-id': id } of JSON.parse(text).pools ?? []) this.#providers.add(id);
    if (operation.path.endsWith('/withdraw'))
      this.#providers.add(
        path
          .split('/')[2]
          .replace(/^.*(?::|%3A)/, '')
          .toLowerCase(),
      );
  }

  async providers(client) {
    const { rows } = await client.query('select provider_id from pool_entries where id = any($1::uuid[])', [
      this.#pools,
    ]);
    return new Set([...this.#providers, ...rows.map(({ provider_id: id }) => id)]);
  }
}
