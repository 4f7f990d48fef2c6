import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

export const TENANTS = ['ada', 'bob', 'nomad'];
const STRANGER = 'mallory';

const STORE_KEYS = `
insert into api_keys (id, name, role, tenant, secret_hash, created_at, created_by, expires_at)
select k.id, k.name, case when k.tenant is null then 'operator' else 'consumer' end, k.tenant, decode(k.hash, 'hex'),
       now(), 'prove', now() + interval '90 days'
  from jsonb_to_recordset($1::jsonb) as k(id uuid, name text, tenant text, hash text)`;

/** Callers of the service: an operator, tenants, and a stranger, which is a tenant without reservations. Each has an API key. */
export class Principals {
  #keys;

  constructor(keys) {
    this.#keys = keys;
  }

  /**
   * Stores the keys in a database that has its schema. The service's own command would do it too, but starts a process
   * for each, which took a tenth of a short proof.
   */
  static async make(built, database) {
    const { formatKey, hashOf, newSecret } = await import(join(built, 'src/access/keys/api-key.js'));
    const made = [['operator'], ...[...TENANTS, STRANGER].map((tenant) => [tenant, tenant])].map(
      ([name, tenant]) => ({ name, tenant, id: randomUUID(), secret: newSecret() }),
    );
    const rows = made.map(({ secret, ...key }) => ({ ...key, hash: hashOf(secret).toString('hex') }));
    await database.withClient((client) => client.query(STORE_KEYS, [JSON.stringify(rows)]));
    return new Principals(new Map(made.map((key) => [key.name, { id: key.id, text: formatKey(key) }])));
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
