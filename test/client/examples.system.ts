import { spawn, type ChildProcess } from 'node:child_process';
import { bearer, startGuarded } from '../access/guarded-service.js';
import { realClock, startTelling } from '../notifications/telling.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';

interface Example {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  readonly stderr: () => string;
  /** Its output, one JSON object per line. */
  readonly lines: () => Record<string, any>[];
}

const running = new Set<ChildProcess>();
let service: RunningService;
let central: RunningService;
beforeAll(async () => {
  [service, central] = await Promise.all([startTelling(), startTelling()]);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([service.stop(), central.stop()]);
});

/** Runs a script of `examples/` with the built client, as its page documents. */
function example(name: string, ...args: string[]): Example {
  return exampleWith({}, name, ...args);
}

function exampleWith(env: NodeJS.ProcessEnv, name: string, ...args: string[]): Example {
  const child = spawn(process.execPath, [`examples/${name}`, ...args], {
    env: { PATH: process.env.PATH, HEADROOM_URL: service.baseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (status, signal) => resolve(signal ?? status ?? -1));
  });
  const lines = () =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, any>);
  return { child, ended, lines, stderr: () => stderr };
}

const reservations = async (zone: string) =>
  (await service.http.get(`/reservations?zone=${zone}`).expect(200)).body.items as Record<string, any>[];

describe('examples/ci-run.mjs', () => {
  it('holds capacity while the command runs, and ends as it does', async () => {
    await service.provider({ cores: 8 }, { zone: 'ci' });
    const command = [
      process.execPath,
      '-e',
      'console.log(JSON.stringify({ id: process.env.RESERVATION_ID })); process.exit(7)',
    ];
    const run = example('ci-run.mjs', '--zone', 'ci', '--cores', '6', '--', ...command);
    expect(await run.ended).toBe(7);
    const [{ id }] = run.lines();
    expect(await reservations('ci')).toEqual([
      expect.objectContaining({ reservationId: id, state: 'terminated' }),
    ]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('passes %s on to the command, and cancels the reservation', async (signal, status) => {
    const zone = `ci-${signal}`;
    await service.provider({ cores: 8 }, { zone });
    const command = [process.execPath, '-e', 'console.log("{}"); setInterval(() => {}, 1000)'];
    const run = example('ci-run.mjs', '--zone', zone, '--', ...command);
    await eventually(() => Promise.resolve(expect(run.lines()).toHaveLength(1)));
    run.child.kill(signal);
    expect(await run.ended).toBe(status);
    expect(await reservations(zone)).toEqual([expect.objectContaining({ state: 'terminated' })]);
  });

  it('cancels the reservation when it is ended before the start', async () => {
    await service.provider({ cores: 8 }, { zone: 'later' });
    const end = new Date((realClock().now() + 60) * 1000).toISOString();
    await service.operation('create-reservation', { zone: 'later', end, capacity: { cores: 8 } });
    const run = example('ci-run.mjs', '--zone', 'later', '--', process.execPath, '-e', 'console.log("{}")');
    await eventually(() => Promise.resolve(expect(run.stderr()).toContain('reserved 4 cores')));
    run.child.kill('SIGTERM');
    expect([await run.ended, run.lines()]).toEqual([143, []]);
    const all = await reservations('later');
    expect(all.map(({ state }) => state).toSorted()).toEqual(['active', 'terminated']);
  });

  it('says how to call it, and cancels the reservation for a command that does not exist', async () => {
    for (const args of [
      ['--zone', 'ci'],
      ['--zone', 'ci', '--core', '1', '--', 'true'],
      ['--', 'true'],
    ]) {
      const run = example('ci-run.mjs', ...args);
      expect(await run.ended).toBe(2);
      expect(run.stderr()).toContain('node examples/ci-run.mjs --zone <zone>');
      expect(run.stderr()).not.toContain('    at ');
    }
    await service.provider({ cores: 8 }, { zone: 'absent' });
    const run = example('ci-run.mjs', '--zone', 'absent', '--', 'no-such-command');
    expect(await run.ended).toBe(127);
    expect(await reservations('absent')).toEqual([expect.objectContaining({ state: 'terminated' })]);
  });

  it('ends with 3 when it does not fit soon enough', async () => {
    await service.provider({ cores: 4 }, { zone: 'full' });
    const run = example('ci-run.mjs', '--zone', 'full', '--cores', '6', '--', process.execPath, '-e', '0');
    expect(await run.ended).toBe(3);
    expect(run.stderr()).toContain('requested cores=6 exceeds available 4');
  });

  it('ends with 4 when it is refused', async () => {
    const run = example('ci-run.mjs', '--zone', 'unknown', '--', process.execPath, '-e', '0');
    expect(await run.ended).toBe(4);
    expect(run.stderr()).toContain('unknown');
  });
});

describe('examples/follow-capacity.mjs', () => {
  it('says how many workers fit, at the beginning and when that changes', async () => {
    await service.provider({ cores: 32 }, { zone: 'workers' });
    const follow = example('follow-capacity.mjs', '--zone', 'workers', '--keep', '8', '--per-worker', '4');
    await eventually(() =>
      Promise.resolve(expect(follow.lines().at(-1)).toEqual({ available: 32, workers: 6 })),
    );
    await service.operation('create-reservation', { zone: 'workers', capacity: { cores: 20 } });
    await eventually(() =>
      Promise.resolve(expect(follow.lines().at(-1)).toEqual({ available: 12, workers: 1 })),
    );
    follow.child.kill('SIGINT');
    expect(await follow.ended).toBe(0);
    expect((await service.http.get('/subscriptions?zone=workers')).body.items).toEqual([]);
  });

  // Regression: it scaled by the zeros of a test event, and ignored the values before it that were sent later.
  it('acknowledges a test event and does nothing', async () => {
    await service.provider({ cores: 32 }, { zone: 'tested' });
    const follow = example('follow-capacity.mjs', '--zone', 'tested');
    await eventually(() => Promise.resolve(expect(follow.lines()).not.toEqual([])));
    const { items } = (await service.http.get('/subscriptions?zone=tested').expect(200)).body;
    const id = items[0].subscriptionId as string;
    const { deliveryId } = (await service.http.post(`/subscriptions/${id}/test`).expect(202)).body;
    await eventually(async () =>
      expect((await service.http.get(`/deliveries/${deliveryId}`)).body.state).toBe('delivered'),
    );
    await service.operation('create-reservation', { zone: 'tested', capacity: { cores: 20 } });
    await eventually(() => Promise.resolve(expect(follow.lines().at(-1)).toMatchObject({ available: 12 })));
    expect(follow.lines().map(({ available }) => available as number)).not.toContain(0);
    follow.child.kill('SIGINT');
    expect(await follow.ended).toBe(0);
  });
});

describe('examples/maintenance.mjs', () => {
  it('says how to call it', async () => {
    for (const args of [[], ['--provider', 'x'], ['--source', 'x']]) {
      const run = example('maintenance.mjs', ...args);
      expect(await run.ended).toBe(2);
      expect(run.stderr()).toContain('node examples/maintenance.mjs --provider <id>');
      expect(run.stderr()).not.toContain('    at ');
    }
  });

  it('carries out maintenance that hits no reservation, and names the reservations it would hit', async () => {
    const { provider } = await service.provider({ cores: 16 }, { zone: 'patched' });
    const at = (hours: number) => new Date((realClock().now() + hours * 3600) * 1000).toISOString();
    const window = (from: number) => ['--start', at(from), '--end', at(from + 1)];
    const args = ['maintenance.mjs', '--provider', provider, '--cores', '16'] as const;
    const free = example(...args, ...window(1));
    expect(await free.ended).toBe(0);
    expect(free.lines()).toEqual([{ moved: [], inConflict: [] }, { pool: expect.any(String) }]);

    const made = await service.operation('create-reservation', {
      zone: 'patched',
      start: at(5),
      capacity: { cores: 4 },
    });
    const id = made['reservation-id'];
    const hit = example(...args, ...window(6));
    expect(await hit.ended).toBe(3);
    expect(hit.lines()).toEqual([{ moved: [], inConflict: [id] }]);
    const forced = example(...args, ...window(6), '--force');
    expect(await forced.ended).toBe(0);
    expect(await reservations('patched')).toEqual([
      expect.objectContaining({ reservationId: id, state: 'conflict' }),
    ]);
  });
});

describe('examples/chained.mjs', () => {
  it('says how to call it', async () => {
    for (const args of [[], ['--from', 'region'], ['--form', 'http://region']]) {
      const run = example('chained.mjs', ...args);
      expect(await run.ended).toBe(2);
      expect(run.stderr()).toContain('node examples/chained.mjs --from <url>');
      expect(run.stderr()).not.toContain('    at ');
    }
  });

  it('has the notifications of one service arrive at another', async () => {
    const chain = example('chained.mjs', '--from', `${service.baseUrl}/`, '--to', `${central.baseUrl}/`);
    const status = await chain.ended;
    expect([status, chain.stderr()]).toEqual([0, '']);
    expect(chain.lines()).toEqual([{ subscription: expect.any(String) }]);
  });

  it('does so between services with AUTH=keys, each with keys of its own', async () => {
    const [clock, environment] = [realClock(), { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' }];
    const [from, to] = await Promise.all([startGuarded({ clock, environment }), startGuarded()]);
    const [consumer, auditor, machine] = await Promise.all([
      from.makeKey({ role: 'consumer', tenant: 'red' }),
      to.makeKey({ role: 'auditor' }),
      to.makeKey({ role: 'machine', scopes: ['notify'] }),
    ]);
    const keys = { HEADROOM_API_KEY: consumer.key, CENTRAL_API_KEY: auditor.key };
    const chained = ['chained.mjs', '--from', from.baseUrl, '--to', to.baseUrl] as const;
    const chain = exampleWith({ ...keys, CENTRAL_NOTIFY_KEY: machine.key }, ...chained);
    expect([await chain.ended, chain.stderr()]).toEqual([0, '']);
    const [{ subscription }] = chain.lines();
    const inbox = await to.http.get('/notifications').set(bearer(to.admin)).expect(200);
    expect(inbox.text).toContain(subscription);
    const without = exampleWith(keys, ...chained, '--seconds', '2');
    expect([await without.ended, without.stderr()]).toEqual([1, expect.stringContaining('nothing arrived')]);
    await Promise.all([from.stop(), to.stop()]);
  });
});
