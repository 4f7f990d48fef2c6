import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../support/shared-service.js';
import { configDirectory, headroom, type RunOptions } from './command-line.js';
import { serverAt } from './proxies.js';

const XDG_CONFIG_HOME = join(configDirectory, 'login');
const run = (args: readonly string[], { env, ...options }: RunOptions = {}) =>
  headroom(args, { columns: 100, ...options, env: { XDG_CONFIG_HOME, ...env } });
const storedUrl = (name: string): string => {
  const file = join(XDG_CONFIG_HOME, 'headroom', 'profiles.json');
  return JSON.parse(readFileSync(file, 'utf8')).profiles[name].url;
};

/** A server that answers nothing but an empty list, and the keys that it was sent. */
async function listening() {
  const keys: (string | undefined)[] = [];
  const url = await serverAt(({ headers }, response) => {
    keys.push(headers.authorization ?? (headers['x-auth-token'] as string | undefined));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[]}');
  });
  return { url, keys };
}

describe('headroom login', () => {
  it('goes to --url, then HEADROOM_URL, then the address of the profile', async () => {
    const { url, keys } = await listening();
    const stdin = 'hr_one\n';
    expect((await run(['--url', url, 'login', '--as', 'one'], { stdin })).status).toBe(0);
    expect((await run(['login', '--as', 'two'], { stdin })).status).toBe(0);
    expect((await run(['login', '--profile', 'one'], { stdin, env: { HEADROOM_URL: '' } })).status).toBe(0);
    expect([storedUrl('one'), storedUrl('two')]).toEqual([url, service.baseUrl]);
    expect(keys).toEqual(['Bearer hr_one', 'Bearer hr_one']);
  });

  it('stores a key that is sent to the same address in another form, and to no other', async () => {
    const [own, other] = [await listening(), await listening()];
    expect((await run(['login', `${own.url}/`], { stdin: 'hr_two\n' })).status).toBe(0);
    const env = { HEADROOM_API_KEY: '', HEADROOM_PROFILE: '', HEADROOM_TENANT: '' };
    for (const url of [`${own.url}/`, own.url.replace('127.0.0.1', '127.1'), other.url]) {
      expect((await run(['--url', url, 'pools'], { env })).status).toBe(0);
    }
    expect([own.keys, other.keys]).toEqual([Array(3).fill('Bearer hr_two'), [undefined]]);
  });

  it('gives way to a token of Keystone', async () => {
    const { url, keys } = await listening();
    expect((await run(['login', url], { stdin: 'hr_three\n' })).status).toBe(0);
    const env = { HEADROOM_API_KEY: '', HEADROOM_KEYSTONE_TOKEN: 'gAAAA' };
    expect((await run(['--url', url, 'pools'], { env })).status).toBe(0);
    expect(keys).toEqual(['Bearer hr_three', 'gAAAA']);
  });

  it.each([
    [['--tenant', '日本', 'pools'], {}, /the tenant has characters that can't be sent/],
    [['pools'], { HEADROOM_API_KEY: 'a', HEADROOM_KEYSTONE_TOKEN: 'b' }, /exclude each other/],
    [['pools'], { HEADROOM_API_KEY: '“hr_x”' }, /the API key has characters that can't be sent/],
  ])('%j with %j is a mistake of usage', async (args, env, message) => {
    const { status, stderr } = await run(args, { env });
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
