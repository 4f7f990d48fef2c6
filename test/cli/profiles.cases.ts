import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../support/shared-service.js';
import { configDirectory, headroom, type RunOptions } from './command-line.js';
import { serverAt } from './proxies.js';

describe('headroom profiles', () => {
  const env = { XDG_CONFIG_HOME: join(configDirectory, 'profiles') };
  const run = (args: readonly string[], options: RunOptions = {}) => headroom(args, { ...options, env });
  const login = (name: string, options: RunOptions = {}) =>
    run(['login', service.baseUrl, '--as', name, '--on-behalf-of', 'red'], {
      stdin: 'hr_secret\n',
      ...options,
    });

  it('says that a login makes its profile the current one, and how to go back', async () => {
    expect((await run(['profiles'], { columns: 100 })).stdout).toContain("'headroom login' makes one");
    const first = await login('prod', { columns: 100 });
    expect(first.stdout).toMatch(/\n'prod' is the current profile now\n$/);
    const second = await login('op', { columns: 100 });
    expect(second.stdout).toMatch(/\n'op' is the current profile now; 'headroom use prod' goes back\n$/);
  });

  it('lists them without their keys, and switches between them', async () => {
    const currents = async () => {
      const { json, stdout } = await run(['profiles']);
      expect(stdout).not.toContain('hr_secret');
      return json;
    };
    const row = { url: service.baseUrl, tenant: 'red' };
    expect(await currents()).toEqual([
      { name: 'prod', ...row, current: false },
      { name: 'op', ...row, current: true },
    ]);
    expect((await run(['use', 'prod'])).json).toEqual({ profile: 'prod', url: service.baseUrl });
    expect(await currents()).toMatchObject([{ current: true }, { current: false }]);
    expect((await run(['profiles'], { columns: 100 })).stdout).toMatch(/\nprod +http:\S+ +red +yes\n/);
  });

  it.each(['south', 'constructor'])('does not switch to %s, which is not stored', async (name) => {
    const { status, stderr } = await run(['use', name], { columns: 100 });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(`there is no profile '${name}' (there are: prod, op)`),
    });
  });

  it('are renewed without losing their tenant, which is sent to their own service only', async () => {
    await run(['login', '--profile', 'op'], { stdin: 'hr_other\n' });
    expect((await run(['profiles'])).json).toContainEqual(
      expect.objectContaining({ name: 'op', tenant: 'red', current: true }),
    );
    const asked: (string | undefined)[] = [];
    const other = await serverAt(({ headers }, response) => {
      asked.push(headers['headroom-tenant'] as string | undefined);
      response.setHeader('Content-Type', 'application/json').end('{"items":[]}');
    });
    await run(['reservations', '--url', other]);
    expect(asked).toEqual([undefined]);
  });

  it.each([
    'null',
    '[]',
    '"x"',
    '{"profiles":null}',
    '{"profiles":{"a":null}}',
    '{"profiles":{"a":"x"}}',
    '{',
  ])('in a file with %s are an error, and not the default service', async (content) => {
    const home = join(configDirectory, 'foreign');
    mkdirSync(join(home, 'headroom'), { recursive: true });
    writeFileSync(join(home, 'headroom', 'profiles.json'), content);
    const { status, stderr } = await headroom(['reservations'], {
      env: { XDG_CONFIG_HOME: home, HEADROOM_URL: '' },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("can't be read")]);
  });
});
