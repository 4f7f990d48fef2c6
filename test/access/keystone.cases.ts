import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenBody } from '../support/fake-openstack-bodies.js';
import { startGuarded, type GuardedService } from './guarded-service.js';

/** A Keystone that gives a configured answer for each token, in the form that test/openstack has recorded from a real one. */
class RecordedKeystone {
  readonly answers = new Map<string, [status: number, body: object]>();
  asked = 0;
  readonly server: Server = createServer((request, response) => {
    this.asked += 1;
    const token = String(request.headers['x-subject-token']);
    const isOfItself = request.headers['x-auth-token'] === token;
    const isAsked =
      request.method === 'GET' && request.url === '/identity/v3/auth/tokens?nocatalog' && isOfItself;
    const unknown = [
      404,
      { error: { code: 404, title: 'Not Found', message: 'Failed to validate token' } },
    ] as const;
    const [status, body] = isAsked ? (this.answers.get(token) ?? unknown) : [400, {}];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/identity/v3`;
  }
}

let keystone: RecordedKeystone;
let service: GuardedService;

/** A token as Keystone describes it, with some members replaced. */
function described(more: object, seconds = 3600): [number, object] {
  const { token } = tokenBody(service.clock.now() * 1000, seconds, []) as { token: object };
  return [200, { token: { ...token, ...more } }];
}

const roles = (...names: string[]) => names.map((name) => ({ id: `id-of-${name}`, name }));

describe('tokens of Keystone', () => {
  beforeAll(async () => {
    keystone = new RecordedKeystone();
    const environment = { AUTH: 'keys,keystone', KEYSTONE_URL: await keystone.listen() };
    service = await startGuarded({ environment });
  });
  afterAll(async () => {
    await service.stop();
    keystone.server.close();
  });

  const whoami = (token: string) => service.http.get('/whoami').set('X-Auth-Token', token);

  it('make a principal of a project, whose id is the tenant', async () => {
    keystone.answers.set('member', described({ roles: roles('reader', 'member') }));
    const { body } = await whoami('member');
    expect(body).toEqual({ id: 'keystone:u1@p1', role: 'consumer', tenant: 'p1', scopes: [] });
  });

  it('of an administrator, and of a reader of the whole system, see everything', async () => {
    const ofSystem = { project: undefined, system: { all: true } };
    keystone.answers.set('admin', described({ roles: roles('admin', 'member', 'reader') }));
    keystone.answers.set('auditor', described({ ...ofSystem, roles: roles('reader') }));
    expect((await whoami('admin')).body).toMatchObject({ role: 'admin' });
    expect((await whoami('auditor')).body).toEqual({ id: 'keystone:u1@system', role: 'auditor', scopes: [] });
  });

  it('of a reader of one project, whatever its role is called, or without a scope, are refused with 403', async () => {
    keystone.answers.set('reader', described({ roles: roles('reader') }));
    keystone.answers.set('so-called', described({ roles: roles('system-reader') }));
    keystone.answers.set('unscoped', described({ project: undefined, roles: [] }));
    for (const token of ['reader', 'so-called', 'unscoped']) {
      const { status, body } = await whoami(token);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  it('are refused when Keystone does not know them, or they are malformed', async () => {
    for (const token of ['forged', 'a b', 'x'.repeat(9000)]) {
      const { status, body, headers } = await whoami(token);
      expect([status, body.code]).toEqual([401, 'credentials-invalid']);
      expect(headers['www-authenticate']).toMatch(/^Bearer .*, Keystone uri="http/);
    }
  });

  it('are checked once a minute, refused ones once in ten seconds, and concurrent checks share one request', async () => {
    keystone.answers.set('cached', described({ roles: roles('member') }));
    const asked = async (token: string): Promise<number> => {
      const before = keystone.asked;
      await Promise.all([...Array(8).keys()].map(() => whoami(token)));
      return keystone.asked - before;
    };
    expect([await asked('cached'), await asked('cached'), await asked('refused')]).toEqual([1, 0, 1]);
    service.clock.advance(10);
    expect([await asked('cached'), await asked('refused')]).toEqual([0, 1]);
    service.clock.advance(50);
    expect(await asked('cached')).toBe(1);
  });

  it('are forgotten when they end', async () => {
    keystone.answers.set('short', described({ roles: roles('member') }, 5));
    expect((await whoami('short')).status).toBe(200);
    keystone.answers.delete('short');
    service.clock.advance(5);
    expect((await whoami('short')).status).toBe(401);
  });

  it('are not mixed with other credentials', async () => {
    const { status } = await whoami('member').set('Authorization', `Bearer ${service.admin}`);
    expect(status).toBe(401);
  });

  it.each<[string, [number, object]]>([
    ['fails', [500, {}]],
    ['is overloaded', [503, {}]],
    ['forbids it', [403, {}]],
    ['answers something else', [200, { tokens: [] }]],
  ])('are answered 503, never 401, while Keystone %s', async (what, answer) => {
    keystone.answers.set(what.replaceAll(' ', '-'), answer);
    const { status, body, headers } = await whoami(what.replaceAll(' ', '-'));
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'identity-unavailable', '1']);
  });

  it('are answered 503 while Keystone is away, and those that are known go on', async () => {
    keystone.answers.set('known', described({ roles: roles('member') }));
    expect((await whoami('known')).status).toBe(200);
    keystone.server.close();
    keystone.server.closeAllConnections();
    expect((await whoami('known')).status).toBe(200);
    const { status, body } = await whoami('new');
    expect([status, body.code]).toEqual([503, 'identity-unavailable']);
  });
});
