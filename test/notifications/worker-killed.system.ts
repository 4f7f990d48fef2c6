import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfiguration } from '../../src/config/configuration.js';
import { createDataSource } from '../../src/database/data-source.js';
import { newId } from '../../src/kernel/identifiers.js';
import { Outbox, type NewNotification } from '../../src/notifications/outbox.js';
import { endAll, startProcess, type ServiceProcess } from '../process/service-process.js';
import { Caller } from '../support/calls.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startReceiver, type Received } from './receiver.js';
import { notification } from './telling.js';

const EVENTS = 10_000;
const LANES = 100;
const KILLS = 20;
const PROCESSES = 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  endAll();
  await database.drop();
});

/** The notifications that a receiver has acknowledged in each lane, and the violations of order or content. */
class Ledger {
  readonly acknowledged = new Map<string, string[]>();
  readonly flaws: string[] = [];
  readonly outcomes: Record<string, number> = {};
  private readonly known = new Map<string, string>();
  count = 0;

  constructor(
    private readonly order: ReadonlyMap<string, readonly string[]>,
    private readonly random: Random,
  ) {}

  /** Three in ten fail: 500, connection reset, no answer at all, an answer that trickles in. */
  answer(one: Received, response: ServerResponse): void {
    const lane = one.body.lane as string;
    this.check(lane, one);
    const draw = this.random.integer(1, 100);
    const kind =
      draw <= 10 ? '500' : draw <= 18 ? 'reset' : draw <= 22 ? 'timeout' : draw <= 30 ? 'slow' : '2xx';
    this.outcomes[kind] = (this.outcomes[kind] ?? 0) + 1;
    if (kind === '500') response.writeHead(500).end();
    else if (kind === 'reset') response.destroy();
    else if (kind === 'slow') void trickle(response.writeHead(503));
    else if (kind === '2xx') this.acknowledge(lane, one, response);
  }

  private acknowledge(lane: string, { id }: Received, response: ServerResponse): void {
    const got = this.acknowledged.get(lane) ?? [];
    // Acknowledged before, but the process died before it stored that. It is sent again with the same id.
    if (!got.includes(id)) {
      got.push(id);
      this.count += 1;
    }
    this.acknowledged.set(lane, got);
    if (this.random.chance(0.05)) void trickle(response.writeHead(200));
    else response.writeHead(204).end();
  }

  /** A notification may arrive only after all earlier ones of its lane were acknowledged. Only the last one may be repeated. */
  private check(lane: string, { id, text }: Received): void {
    const got = this.acknowledged.get(lane) ?? [];
    const place = this.order.get(lane)?.indexOf(id) ?? -1;
    if (place !== got.length && place !== got.length - 1)
      this.flaws.push(`${lane}: ${place} at ${got.length}`);
    if ((this.known.get(id) ?? text) !== text) this.flaws.push(`${id} has changed`);
    this.known.set(id, text);
  }
}

async function trickle(response: ServerResponse): Promise<void> {
  for (let sent = 0; sent < 10 && !response.destroyed; sent++) {
    response.write('x');
    await pause(200);
  }
  response.end();
}

/** Processes of which one is killed now and then. Another is started in its place. */
class Fleet {
  private readonly starting = new Set<Promise<void>>();

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly processes: ServiceProcess[],
  ) {}

  start(): void {
    const started = startProcess(this.environment).then((one) => void this.processes.push(one));
    this.starting.add(started);
    void started.then(() => this.starting.delete(started));
  }

  async killOne(): Promise<void> {
    this.start();
    if (this.processes.length === 0) await Promise.race(this.starting);
    await this.processes.shift()?.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await Promise.all(this.starting);
    await Promise.all(this.processes.map((one) => one.end('SIGTERM')));
  }
}

it('loses nothing, keeps ids and order, though receiver and workers fail all the time', async () => {
  const environment = {
    DATABASE_URL: database.url,
    CREDENTIAL_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    AUTH: 'none',
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.1',
    CALLBACK_TIMEOUT_MILLISECONDS: '400',
    CALLBACK_RETRY_SECONDS: Array(32).fill('0').join(','),
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
  };
  const processes = [await startProcess(environment)];
  const receiver = await startReceiver();
  const caller = new Caller(processes[0].baseUrl);
  const subscription = { inputFilter: [], callbackUri: receiver.url };
  const { body } = await caller.post('/reservation/subscribe', subscription);
  caller.close();

  const to = { id: body.reservationChangeSubscriptionId as string, secret: '', callbackUri: receiver.url };
  const lanes = Array.from({ length: LANES }, () => newId());
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const lane = lanes[index % LANES];
    return notification(to, { lane, body: { lane, index } });
  });
  const order = new Map(
    lanes.map((lane) => [lane, events.filter((one) => one.lane === lane).map(({ id }) => id)]),
  );
  const ledger = new Ledger(order, new Random(20));
  receiver.behave((one, response) => ledger.answer(one, response));

  const telling = tellAll(environment, events);
  const fleet = new Fleet(environment, processes);
  for (let more = 1; more < PROCESSES; more++) fleet.start();
  for (let kill = 1; kill <= KILLS; kill++) {
    const enough = kill * Math.floor(EVENTS / (KILLS + 1));
    await eventually(() => Promise.resolve(expect(ledger.count).toBeGreaterThanOrEqual(enough)), 60_000);
    await fleet.killOne();
  }
  await telling;
  await eventually(() => Promise.resolve(expect(ledger.count).toBe(EVENTS)), 60_000);
  expect(ledger.flaws).toEqual([]);
  expect(new Map(ledger.acknowledged)).toEqual(order);
  expect(Object.keys(ledger.outcomes).sort()).toEqual(['2xx', '500', 'reset', 'slow', 'timeout']);
  await eventually(async () => expect(await stored()).toEqual([{ state: 'delivered', count: EVENTS }]));
  await fleet.stop();
  await receiver.stop();
}, 600_000);

/** Stores all notifications in portions, while they are being delivered. */
async function tellAll(environment: NodeJS.ProcessEnv, events: readonly NewNotification[]): Promise<void> {
  const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
  const outbox = new Outbox(readConfiguration(environment));
  const now = Math.floor(Date.now() / 1000);
  for (let index = 0; index < events.length; index += 250) {
    await dataSource.transaction((tx) => outbox.add(tx, events.slice(index, index + 250), now));
  }
  await dataSource.destroy();
}

async function stored(): Promise<object[]> {
  const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
  try {
    return await dataSource.query(`select state, count(*)::int as count from notifications group by state`);
  } finally {
    await dataSource.destroy();
  }
}
