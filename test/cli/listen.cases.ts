import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interruption } from '../../cli/src/interruption.js';
import { eventually } from '../support/eventually.js';
import { newZone, service } from '../support/shared-service.js';
import { configDirectory, headroom } from './command-line.js';
import { proxyOf } from './proxies.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Listens until the output has `lines` lines. */
async function listenFor(
  lines: number,
  args: readonly string[],
  change: () => Promise<unknown>,
  columns?: number,
) {
  const before = await subscriptions();
  const interrupted = new AbortController();
  const listening = headroom(['listen', ...args], {
    columns,
    signal: interrupted.signal,
    onOutput: (stdout) => {
      if (stdout.split('\n').length > lines) interrupted.abort();
    },
  });
  await eventually(async () => expect(await subscriptions()).not.toEqual(before));
  await change();
  return listening;
}

async function subscriptions(): Promise<unknown[]> {
  return (await service.http.get('/subscriptions?limit=1000')).body.items as unknown[];
}

describe('headroom listen', () => {
  it('prints changes of reservations as they happen, and ends its subscription', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const reserve = () => headroom(['reserve', '-z', zone, '--cores', '2', '--start', '+1d']);
    // The service does not send to loopback by default, so the command polls it.
    const { status, stdout, stderr } = await listenFor(1, ['reservations'], reserve);
    expect(status).toBe(0);
    expect(stderr).toContain('CALLBACK_ALLOWED_NETWORKS');
    expect(JSON.parse(stdout)).toMatchObject({ changeType: 'Reservation created' });
    expect(await subscriptions()).toEqual([]);
  });

  // Regression: it polled, although nothing was wrong with the address of the receiver itself.
  it('ends with the refusal of an address that the user has given', async () => {
    const args = ['listen', 'reservations', '--callback', 'http://127.0.0.1:9/'];
    // A command that polls would never end.
    const { status, stderr } = await headroom(args, { signal: AbortSignal.timeout(10_000) });
    expect([status, stderr]).toEqual([4, expect.stringContaining('callbackUri')]);
    expect(stderr).not.toContain('poll');
  });

  it('ends the subscription whose answer comes after the signal', async () => {
    const interrupted = new AbortController();
    const made: string[] = [];
    const url = await proxyOf((response, status, body, { url: path = '' }) => {
      if (path.endsWith('/subscribe')) {
        made.push(body);
        interrupted.abort(new Interruption('SIGINT'));
      }
      // Two turns of the event loop later, so that the command has seen the signal.
      setImmediate(() => setImmediate(() => response.writeHead(status, JSON_TYPE).end(body)));
    });
    const args = ['--url', url, 'listen', 'reservations', '--poll'];
    expect(await headroom(args, { signal: interrupted.signal })).toMatchObject({ status: 0 });
    expect(made).toEqual([expect.stringContaining('reservationChangeSubscriptionId')]);
    expect(await subscriptions()).toEqual([]);
  });

  // Regression: it ended when the service restarted, and its subscription went on.
  it('polls on after the service was away', async () => {
    let cut = 0;
    const url = await proxyOf((response, status, body, { url: path = '' }) => {
      const isAway = path.includes('/deliveries') && cut < 9 && (cut += 1) > 2;
      if (isAway) response.socket?.destroy();
      else response.writeHead(status, JSON_TYPE).end(body);
    });
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const change = async () => {
      await eventually(() => Promise.resolve(expect(cut).toBe(9)));
      await headroom(['reserve', '-z', zone, '--cores', '1', '--start', '+1d']);
    };
    const { status, stdout, stderr } = await listenFor(1, ['reservations', '--poll', '--url', url], change);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ changeType: 'Reservation created' }),
    ]);
    expect(stderr.match(/trying again until Ctrl-C/g)).toHaveLength(1);
    expect(stderr).toContain('the service answers again');
    expect(await subscriptions()).toEqual([]);
  });

  it('tells of capacity when a condition becomes true, in a sentence on a terminal', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const args = ['capacity', '--poll', '-z', zone, '-c', 'cores', '--when', 'available<5'];
    const reserve = () => headroom(['reserve', '-z', zone, '--cores', '4']);
    const { stdout } = await listenFor(1, args, reserve, 80);
    expect(stdout).toContain(`${zone}  cpuCores  available=4  reserved=4  total=8  allocated=0\n`);
  });

  // Regression: its figures, which are zeros, were printed as those of the zone.
  it('says that a test event is one', async () => {
    const test = async () => {
      const [{ subscriptionId }] = (await subscriptions()) as { subscriptionId: string }[];
      await service.http.post(`/subscriptions/${subscriptionId}/test`).expect(202);
    };
    const { stdout } = await listenFor(1, ['capacity', '--poll', '-c', 'cores'], test, 80);
    expect(stdout).toMatch(/^test event: .* {2}all zones {2}cpuCores {2}.*available=0.*\n$/);
  });
});

describe('headroom subscribe and deliveries', () => {
  it('keep notifications for reading', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const subscribe = ['subscribe', 'capacity', '-z', zone, '-c', 'cores', '--when', 'available>=100%'];
    const { json: made } = await headroom(subscribe);
    expect(made).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^whsec_/) });
    const list = ['deliveries', '--subscription', made.id];
    await eventually(async () => expect((await headroom(list)).json).toHaveLength(1));
    const [{ deliveryId }] = (await headroom(list)).json;
    expect((await headroom(['deliveries', 'show', deliveryId])).json).toMatchObject({ state: 'kept' });
    expect((await headroom(['subscribe', 'list'])).json).toHaveLength(1);
    expect(await headroom(['subscribe', 'end', made.id])).toMatchObject({ status: 0 });
    expect(await headroom(['subscribe', 'capacity', '-c', 'cores', '--when', 'free<5'])).toMatchObject({
      status: 2,
    });
  });

  it('read a token for the receiver from a file', async () => {
    const file = join(configDirectory, 'token');
    const subscribe = ['subscribe', 'reservations', '--callback-token-file', file];
    const unread = await headroom(subscribe);
    expect([unread.status, unread.stderr]).toEqual([2, expect.stringContaining("can't be read")]);
    writeFileSync(file, 'hunter2hunter2\n');
    const refused = await headroom(subscribe);
    expect([refused.status, refused.stderr]).toEqual([4, expect.stringContaining('callbackToken')]);
    const made = await headroom([...subscribe, '--callback', 'https://consumer.example']);
    const [row] = await service.dataSource.query<{ sealed: string | null }[]>(
      'select sealed_token as sealed from subscriptions where id = $1',
      [made.json.id],
    );
    expect(row.sealed).toMatch(/^v1:/);
    for (const { stdout, stderr } of [refused, made]) expect(stdout + stderr).not.toContain('hunter2');
    await headroom(['subscribe', 'end', made.json.id]);
  });
});
