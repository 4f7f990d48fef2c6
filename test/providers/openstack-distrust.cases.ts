import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformRefused, PlatformUnreachable } from '../../src/providers/drivers/driver.js';
import { problem } from '../support/fake-openstack.js';
import { connectionTo, openstackDriver, SERVER, setUp } from './openstack-setup.js';

describe('openstack distrust', () => {
  let run: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => (run = await setUp()));
  afterEach(() => run.stop());

  const discover = () => run.driver.discover(run.connection, run.signal);
  const create = () => run.driver.createServer(run.connection, SERVER, run.signal);

  describe('what a platform answers', () => {
    it.each([
      ['no list of flavors', { flavors: 'none' }],
      ['a flavor without an id', { flavors: [{ name: 'x', vcpus: 1, ram: 1, disk: 1 }] }],
      ['a flavor of half a core', { flavors: [{ id: '1', name: 'x', vcpus: 0.5, ram: 1, disk: 1 }] }],
      [
        'a flavor with an id that no database stores',
        { flavors: [{ id: '\u0000', vcpus: 1, ram: 1, disk: 1 }] },
      ],
      ['a list', []],
      ['nothing', undefined],
    ])('is refused when it is %s', async (_, content) => {
      run.cloud.intercept = ({ path }) => (path.includes('/flavors') ? { status: 200, content } : undefined);
      await expect(discover()).rejects.toThrow(PlatformRefused);
    });

    it('is refused when its pages never end', async () => {
      const content = {
        flavors: [{ id: '1', name: 'x', vcpus: 1, ram: 1, disk: 1 }],
        flavors_links: [{ rel: 'next' }],
      };
      run.cloud.intercept = ({ path }) => (path.includes('/flavors') ? { status: 200, content } : undefined);
      await expect(discover()).rejects.toThrow(/does not end/);
      let page = 0;
      run.cloud.intercept = ({ path }) => {
        if (!path.includes('/flavors')) return undefined;
        const [flavor] = content.flavors;
        return { status: 200, content: { ...content, flavors: [{ ...flavor, id: String(++page) }] } };
      };
      await expect(discover()).rejects.toThrow(/more flavors than/);
    });

    it('is refused when a page holds more than was asked for', async () => {
      const flavors = new Array<number>(500_000).fill(1);
      run.cloud.intercept = ({ path }) =>
        path.includes('/flavors') ? { status: 200, content: { flavors } } : undefined;
      await expect(discover()).rejects.toThrow(/more flavors than it was asked for/);
    });

    it('is refused when it is too long', async () => {
      const content = 'x'.repeat(17 * 1024 * 1024);
      run.cloud.intercept = ({ path }) => (path.includes('/flavors') ? { status: 200, content } : undefined);
      await expect(discover()).rejects.toThrow(/answers more than/);
    });

    it('never shows the password or the token in an error, though it repeats them', async () => {
      run.cloud.intercept = ({ method, headers, path }) =>
        method === 'POST' && path.endsWith('/servers')
          ? {
              status: 400,
              content: problem(400, `${String(headers['x-auth-token'])} correct horse\u0000 no`),
            }
          : undefined;
      await expect(create()).rejects.toThrow(
        new PlatformRefused('the compute service answers 400: *** *** no'),
      );
    });

    it('never shows them in the reason of a server that did not come up either', async () => {
      const { serverId } = await create();
      const fault = { message: 'no host for correct horse' };
      Object.assign(run.cloud.servers[0], { status: 'ERROR', fault });
      const found = await run.driver.findServer(run.connection, { serverId });
      expect(found?.reason).toBe('no host for ***');
    });
  });

  describe('a server whose creation went wrong on the way', () => {
    it('is asked for once, and found the next time', async () => {
      let posts = 0;
      run.cloud.intercept = ({ method, path, content }) => {
        if (method !== 'POST' || !path.endsWith('/servers')) return undefined;
        posts++;
        run.cloud.servers.push({ id: 's1', status: 'BUILD', ...content.server });
        return { status: 502 };
      };
      await expect(create()).rejects.toThrow(PlatformUnreachable);
      expect(posts).toBe(1);
      expect(await create()).toEqual({ serverId: 's1' });
      expect(posts).toBe(1);
    });
  });

  describe('a credential', () => {
    let trap: Server;
    let visits = 0;
    beforeEach(async () => {
      visits = 0;
      trap = createServer((_, response) => {
        visits++;
        response.end();
      });
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => new Promise((resolve) => trap.close(resolve)));
    const port = () => (trap.address() as AddressInfo).port;

    it.each(['/auth/tokens', '/flavors'])('is not sent on by a redirect of %s', async (part) => {
      run.cloud.intercept = ({ path }) =>
        path.includes(part)
          ? { status: 307, headers: { location: `http://127.0.0.1:${port()}/` } }
          : undefined;
      await expect(discover()).rejects.toThrow(/redirects/);
      expect(visits).toBe(0);
    });

    it.each(['127.0.0.1', '0x7f.1', '2130706433', '127.0.0.1.', '[::ffff:127.0.0.1]', 'localhost', '0'])(
      'is not sent to %s unless that is allowed',
      async (host) => {
        const strict = openstackDriver('');
        const look = strict.discover(connectionTo(`http://${host}:${port()}/v3`), run.signal);
        await expect(look).rejects.toThrow(/is not a public one; PROVIDER_ALLOWED_NETWORKS/);
        expect(visits).toBe(0);
        await strict.onApplicationShutdown();
      },
    );

    function catalogNames(url: string): void {
      const endpoints = [{ interface: 'public', region: 'r', url }];
      run.cloud.intercept = ({ path }) =>
        path.endsWith('/auth/tokens')
          ? {
              status: 201,
              headers: { 'x-subject-token': 'token' },
              content: {
                token: {
                  issued_at: '2026-01-01T00:00:00Z',
                  expires_at: '2026-01-01T01:00:00Z',
                  project: { id: 'p1' },
                  catalog: [{ type: 'compute', endpoints }],
                },
              },
            }
          : undefined;
    }

    it('is not sent to a private address that a catalog names', async () => {
      catalogNames(`http://[::1]:${port()}/`);
      await expect(discover()).rejects.toThrow(/::1 is not a public one/);
      expect(visits).toBe(0);
    });

    // Regression: with 100,000 slashes the process stood still for seconds.
    it('is not sent to a very long address that a catalog names', async () => {
      catalogNames(`http://127.0.0.1:${port()}/${'/'.repeat(2_048)}x`);
      await expect(discover()).rejects.toThrow(/the catalog's compute endpoint is no http\(s\) address/);
      expect(visits).toBe(0);
    });
  });
});
