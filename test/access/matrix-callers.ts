import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { formatKey, newSecret } from '../../src/access/keys/api-key.js';
import type { Permitted } from '../../src/http/allow.js';
import { tokenBody } from '../support/fake-openstack-bodies.js';
import { TestClock } from '../support/test-clock.js';
import { bearer, startGuarded, type GuardedService, type KeyWish } from './guarded-service.js';
import { startIssuer } from './oidc-issuer.js';

type Credentials = Readonly<Record<string, string>>;

export interface KnownCaller {
  readonly name: string;
  readonly credentials: Credentials;
  /** Its role, or the scopes of a machine. */
  readonly permitted: readonly Permitted[];
}

export const UNIDENTIFIED = [
  'none',
  'malformed',
  'unknown',
  'expired',
  'revoked',
  'basic',
  'forged',
] as const;

export interface MatrixCallers {
  readonly service: GuardedService;
  readonly known: readonly KnownCaller[];
  readonly unidentified: Readonly<Record<(typeof UNIDENTIFIED)[number], Credentials>>;
  stop(): Promise<void>;
}

const KEYS: readonly (KeyWish & { readonly name: string })[] = [
  { name: 'consumer', role: 'consumer', tenant: 'red' },
  { name: 'auditor', role: 'auditor' },
  { name: 'operator', role: 'operator' },
  { name: 'admin', role: 'admin' },
  { name: 'metrics', role: 'machine', scopes: ['metrics'] },
  { name: 'notify', role: 'machine', scopes: ['notify'] },
];

/** A caller of every kind, and a service that accepts all ways to authenticate. */
export async function callersOf(): Promise<MatrixCallers> {
  const issuer = await startIssuer();
  const clock = new TestClock(Math.floor(Date.now() / 1000));
  const keystone = createServer((request, response) => {
    const isKnown = request.headers['x-subject-token'] === 'member-of-p1';
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isKnown ? tokenBody(clock.now() * 1000, 3600, []) : {}));
  });
  keystone.listen(0, '127.0.0.1');
  await once(keystone, 'listening');
  const { port } = keystone.address() as AddressInfo;
  const environment = {
    AUTH: 'keys,oidc,keystone',
    OIDC_ISSUERS: issuer.issuer,
    KEYSTONE_URL: `http://127.0.0.1:${port}`,
  };
  const service = await startGuarded({ clock, environment });
  const known: KnownCaller[] = [];
  for (const { name, ...wish } of KEYS) {
    const { key } = await service.makeKey(wish);
    const permitted: readonly Permitted[] = wish.role === 'machine' ? (wish.scopes ?? []) : [wish.role];
    known.push({ name: `key of ${name}`, credentials: bearer(key), permitted });
  }
  for (const [client, role] of [
    ['red', 'consumer'],
    ['ops', 'operator'],
    ['scraper', 'metrics'],
  ] as const) {
    known.push({
      name: `OIDC ${client}`,
      credentials: bearer(await issuer.token(client)),
      permitted: [role],
    });
  }
  known.push({ name: 'Keystone', credentials: { 'X-Auth-Token': 'member-of-p1' }, permitted: ['consumer'] });
  return {
    service,
    known,
    unidentified: await unidentifiedOf(service),
    stop: async () => {
      await service.stop();
      await issuer.stop();
      keystone.close();
      keystone.closeAllConnections();
    },
  };
}

async function unidentifiedOf(service: GuardedService): Promise<MatrixCallers['unidentified']> {
  const soon = new Date((service.clock.now() + 1) * 1000).toISOString();
  const expired = await service.makeKey({ role: 'admin', expires: soon });
  const revoked = await service.makeKey({ role: 'admin' });
  await service.http.delete(`/keys/${revoked.keyId}`).set(bearer(service.admin));
  service.clock.advance(1);
  const { key } = await service.makeKey({ role: 'admin' });
  return {
    none: {},
    malformed: bearer(key.slice(0, -1)),
    unknown: bearer(formatKey({ id: randomUUID(), secret: newSecret() })),
    expired: bearer(expired.key),
    revoked: bearer(revoked.key),
    basic: { Authorization: 'Basic YTpi' },
    forged: { 'X-Auth-Token': 'forged' },
  };
}
