import { startGuarded, type GuardedService } from '../access/guarded-service.js';
import { TestClock } from '../support/test-clock.js';
import { CLOUD, isThere } from './cloud.js';

interface Issued {
  readonly token: string;
  readonly body: { readonly user: { readonly id: string }; readonly project?: { readonly id: string } };
}

/** Issues a token for a project, for the whole system, or `unscoped`: without a scope it would be for the default project. */
async function issue(
  account: { username: string; password: string },
  scope: object | 'unscoped',
): Promise<Issued> {
  const user = { name: account.username, domain: { name: CLOUD.userDomainName }, password: account.password };
  const auth = { identity: { methods: ['password'], password: { user } }, scope };
  const answer = await fetch(`${CLOUD.endpoint}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth }),
  });
  const { token } = (await answer.json()) as { token: Issued['body'] };
  return { token: answer.headers.get('x-subject-token') ?? '', body: token };
}

const projectScope = (name: string) => ({ project: { name, domain: { name: 'Default' } } });

(isThere ? describe : describe.skip)('tokens of a real Keystone', () => {
  let service: GuardedService;
  beforeAll(async () => {
    const environment = { AUTH: 'keys,keystone', KEYSTONE_URL: CLOUD.endpoint };
    service = await startGuarded({ environment, clock: new TestClock(Math.floor(Date.now() / 1000)) });
  });
  afterAll(() => service.stop());

  const whoami = (token: string) => service.http.get('/whoami').set('X-Auth-Token', token);

  it('of a member make a consumer, whose tenant is the project', async () => {
    const { token, body } = await issue(CLOUD, projectScope(CLOUD.tenant.name));
    const answer = await whoami(token);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: `keystone:${body.user.id}@${body.project?.id}`,
        role: 'consumer',
        tenant: body.project?.id,
        scopes: [],
      },
    ]);
  });

  it('of an administrator make an admin', async () => {
    const { token } = await issue(CLOUD.admin, projectScope(CLOUD.admin.tenant));
    expect((await whoami(token)).body).toMatchObject({ role: 'admin' });
  });

  it('without a scope, revoked, or never issued are refused', async () => {
    const unscoped = await issue(CLOUD, 'unscoped');
    expect((await whoami(unscoped.token)).status).toBe(403);
    const { token } = await issue(CLOUD, projectScope(CLOUD.tenant.name));
    await fetch(`${CLOUD.endpoint}/auth/tokens`, {
      method: 'DELETE',
      headers: { 'x-auth-token': token, 'x-subject-token': token },
    });
    expect((await whoami(token)).status).toBe(401);
    expect((await whoami('gAAAAABnever-issued')).status).toBe(401);
  });
});
