import { runProgram, startProcess } from '../process/service-process.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const CREDENTIAL_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const environment = (more: NodeJS.ProcessEnv) => ({ DATABASE_URL: database.url, CREDENTIAL_KEYS, ...more });

it('does not start on a database of its own without AUTH, and says what to set', async () => {
  const { status, stderr } = await runProgram('src/main.js', [], environment({ AUTH: '' }));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^AUTH must be set along with DATABASE_URL: expected none, or a list of keys/);
});

it('warns when every caller may do everything', async () => {
  const service = await startProcess(environment({ AUTH: 'none' }));
  await eventually(() =>
    Promise.resolve(
      expect(service.stdout()).toContain(
        'AUTH=none: every caller that reaches this service may do everything',
      ),
    ),
  );
  await service.end('SIGTERM');
});

it('sets up its demo although callers have to authenticate', async () => {
  const service = await startProcess(
    environment({ AUTH: 'keys', DEMO: 'on', BOOTSTRAP_KEY: 'k'.repeat(32) }),
  );
  // The service listens before the demo is set up.
  await eventually(() => Promise.resolve(expect(service.stdout()).toContain('the demo has been set up')));
  await service.end('SIGTERM');
});

it('accepts a key that was made on its database', async () => {
  const create = (...parameters: string[]) =>
    runProgram('src/access/keys/keys-create.cli.js', parameters, { DATABASE_URL: database.url });
  const made = await create('--role', 'admin', '--name', 'first');
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^hr_\w+\n$/) });
  const service = await startProcess(environment({ AUTH: 'keys' }), { key: made.stdout.trim() });
  const headers = { Authorization: `Bearer ${made.stdout.trim()}` };
  const answer = await fetch(`${service.baseUrl}/whoami`, { headers });
  expect(await answer.json()).toMatchObject({ role: 'admin' });
  const audit = await fetch(`${service.baseUrl}/audit?principal=keys:create`, { headers });
  const { items } = (await audit.json()) as { items: { operation: string; target: string }[] };
  const [, id] = made.stdout.split('_');
  expect(items.map(({ operation, target }) => [operation, target.replaceAll('-', '')])).toEqual([
    ['keys:create', id],
  ]);
  const { stdout } = await service.end('SIGTERM');
  expect(stdout).not.toContain(made.stdout.trim());
  for (const wrong of [
    [],
    ['--role', 'root'],
    ['--role', 'consumer'],
    ['--role', 'machine', '--scope', 'all'],
    ['--x'],
  ]) {
    const refused = await create(...wrong);
    expect([wrong, refused.status, refused.stdout]).toEqual([wrong, 1, '']);
    expect(refused.stderr).toContain('npm run keys:create -- --role <role>');
  }
});
