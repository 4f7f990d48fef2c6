import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Callers of the service: an operator, tenants, and a stranger, which is a tenant without reservations. Each has an API key. */

export const TENANTS = ['ada', 'bob', 'nomad'];
const STRANGER = 'mallory';

export class Principals {
  #keys;

  constructor(keys) {
    this.#keys = keys;
  }

  /** Makes the keys with the service's own command, in a database that has its schema. */
  static async make(built, env) {
    const make = (name, ...of) => makeKey(built, env, ['--name', name, '--role', ...of]);
    const entries = [['operator', await make('operator', 'operator')]];
    for (const tenant of [...TENANTS, STRANGER])
      entries.push([tenant, await make(tenant, 'consumer', '--tenant', tenant)]);
    return new Principals(new Map(entries));
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

async function makeKey(built, env, words) {
  const program = join(built, 'src/access/keys/keys-create.cli.js');
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, told] = [textOf(child.stdout), textOf(child.stderr)];
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`no key could be made: ${await told}`);
  return { text: (await said).trim(), id: /^key (\S+),/.exec(await told)[1] };
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}
