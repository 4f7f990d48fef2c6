import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BUILT } from './service.mjs';

export const TENANTS = ['ada', 'bob', 'nomad'];
const STRANGER = 'mallory';

/** Made long ago: processes read again what has changed of late. */
const STORE_KEYS = `
insert into api_keys (id, name, role, tenant, secret_hash, created_at, changed_at, created_by, expires_at)
select k.id, k.name, case when k.tenant is null then 'operator' else 'consumer' end, k.tenant, decode(k.hash, 'hex'),
       now() - interval '1 hour', now() - interval '1 hour', 'prove', now() + interval '90 days'
  from jsonb_to_recordset($1::jsonb) as k(id uuid, name text, tenant text, hash text)`;

/**
 * Stores an API key for each holder in a database that has its schema. The service's own command would do it too, but starts
 * a process for each, which took a tenth of a short proof.
 *
 * @param holders `{ name, tenant }`; without a tenant an operator
 * @returns the holders, each with the `id` and the `text` of its key
 */
export async function storeKeys(client, holders) {
  const { formatKey, hashOf, newSecret } = await import(join(BUILT, 'src/access/keys/api-key.js'));
  const made = holders.map((holder) => ({ ...holder, id: randomUUID(), secret: newSecret() }));
  const rows = made.map(({ secret, ...key }) => ({ ...key, hash: hashOf(secret).toString('hex') }));
  await client.query(STORE_KEYS, [JSON.stringify(rows)]);
  return made.map(({ secret, ...key }) => ({ ...key, text: formatKey({ ...key, secret }) }));
}

/** Callers of the service: an operator, tenants, and a stranger, which is a tenant without reservations. Each has an API key. */
export class Principals {
  #keys;

  constructor(keys) {
    this.#keys = keys;
  }

  /** Makes the keys in a database that has its schema. */
  static async make(database) {
    const consumers = [...TENANTS, STRANGER].map((tenant) => ({ name: tenant, tenant }));
    const holders = [{ name: 'operator' }, ...consumers];
    const keys = await database.withClient((client) => storeKeys(client, holders));
    return new Principals(new Map(keys.map((key) => [key.name, key])));
  }

  /** The request with the API key of the caller `by`; by default the operator's. */
  signed({ by = 'operator', headers, ...request }) {
    return { ...request, headers: { ...headers, Authorization: bearer(this.#keys.get(by).text) } };
  }

  /** The request with the API key of the stranger. */
  asStranger(request) {
    return this.signed({ ...request, headers: {}, by: STRANGER });
  }

  get strangersCredentials() {
    return bearer(this.#keys.get(STRANGER).text);
  }

  /** Caller → the id of its principal, as in the audit log. */
  get ids() {
    return Object.fromEntries([...this.#keys].map(([name, { id }]) => [name, id]));
  }
}

function bearer(text) {
  return `Bearer ${text}`;
}
