import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformUnreachable } from '../../src/providers/drivers/driver.js';
import { OpenstackHttp } from '../../src/providers/drivers/openstack-http.js';
import { NetworkGuard } from '../../src/security/network-guard.js';
import { SERVER, setUp } from './openstack-setup.js';

describe('a platform that is busy', () => {
  let run: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => (run = await setUp()));
  afterEach(() => run.stop());
  const discover = () => run.driver.discover(run.connection, run.signal);

  /** Refuses the first `times` requests for flavors. Returns the times of all of them. */
  const turnAway = (times: number, answer: { status: number; headers?: Record<string, string> }) => {
    const seen: number[] = [];
    run.cloud.intercept = ({ path }) => {
      if (!path.includes('/flavors')) return undefined;
      seen.push(performance.now());
      return seen.length <= times ? answer : undefined;
    };
    return seen;
  };

  it.each([429, 500, 502, 503, 504])('is asked again after %i, three times in all', async (status) => {
    expect(turnAway(2, { status })).toEqual([]);
    await expect(discover()).resolves.toBeDefined();
    const seen = turnAway(Infinity, { status });
    await expect(discover()).rejects.toThrow(PlatformUnreachable);
    expect(seen).toHaveLength(3);
    expect(seen[2] - seen[1]).toBeGreaterThan(150);
  });

  it.each([
    ['seconds', () => '1', 990],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString(), 900],
  ])('is left alone for as long as it asks for in %s', async (_, value, least) => {
    const seen = turnAway(1, { status: 429, headers: { 'retry-after': value() } });
    await discover();
    expect(seen[1] - seen[0]).toBeGreaterThan(least);
  });

  it('is not asked again when it asks for more time than there is', async () => {
    const seen = turnAway(Infinity, { status: 503, headers: { 'retry-after': '3600' } });
    await expect(discover()).rejects.toThrow(PlatformUnreachable);
    expect(seen).toHaveLength(1);
  });

  it('gets a delete again, and never a create', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    let told = 0;
    cloud.intercept = ({ method, path }) =>
      (method === 'DELETE' || path.endsWith('/v2.1/servers')) && ++told === 1 ? { status: 503 } : undefined;
    await driver.deleteServer(connection, serverId);
    expect(told).toBe(2);
    told = 0;
    await expect(driver.createServer(connection, SERVER, signal)).rejects.toThrow(PlatformUnreachable);
    expect(told).toBe(1);
  });

  it('is given up when the caller gives up', async () => {
    const giveUp = new AbortController();
    run.cloud.intercept = ({ path }) => {
      if (!path.includes('/flavors')) return undefined;
      giveUp.abort();
      return { status: 503 };
    };
    await expect(run.driver.discover(run.connection, giveUp.signal)).rejects.toThrow(PlatformUnreachable);
  });

  it('is given up when it says nothing and the caller gives up', async () => {
    run.cloud.intercept = ({ path }) =>
      path.includes('/servers') ? new Promise<undefined>(() => undefined) : undefined;
    const list = run.driver.listServers(run.connection, AbortSignal.timeout(200));
    await expect(list).rejects.toThrow(PlatformUnreachable);
  });
});

describe('an answer', () => {
  const ask = async (listener: RequestListener, milliseconds = 300): Promise<unknown> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const http = new OpenstackHttp(
      new NetworkGuard(['127.0.0.0/8'], 'PROVIDER_ALLOWED_NETWORKS'),
      milliseconds,
    );
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const outcome = await http.send({ method: 'GET', url, attempts: 1 }).catch((error: unknown) => error);
    await http.close();
    server.closeAllConnections();
    server.close();
    return outcome;
  };

  it('that never arrives times out', async () => {
    expect(await ask(() => undefined)).toMatchObject({ message: expect.stringContaining('in time') });
  });

  it('that drips is cut off', async () => {
    const drip: RequestListener = (_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await ask(drip)).toMatchObject({ message: expect.stringContaining('in time') });
  });

  it('that never ends is cut off', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const flood: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    };
    expect(await ask(flood, 20_000)).toMatchObject({ message: expect.stringContaining('answers more than') });
  });

  it('of half a line is none', async () => {
    const cut: RequestListener = (request) => request.socket.end('HTTP/1.1 200 OK\r\ncontent-le');
    expect(await ask(cut)).toBeInstanceOf(PlatformUnreachable);
  });
});
