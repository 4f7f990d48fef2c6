import { setTimeout as pause } from 'node:timers/promises';
import { foldDifferences } from '../process/service-process.js';
import { Caller, NoAnswer } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { FakeOpenstack, type FakeAnswer, type FakeRequest } from '../support/fake-openstack.js';
import { onServer } from '../support/postgres.js';
import { Random } from '../support/random.js';
import type { TestDatabase } from '../support/test-database.js';
import { bootAll } from './clouds.js';

const CLIENTS = 4;
const PATIENCE_MS = 180_000;
const ZONE = 'killed';
const ALL = { cores: 400, ram: 1_000_000, instances: 400 };

/** A service that can be killed without a chance to answer or to finish anything. */
export interface Mortal {
  readonly baseUrl: string;
  readonly ended: Promise<unknown>;
  kill(): void;
}

export interface Deaths {
  readonly count: number;
  readonly seed: number;
  /** Number of services that run at a time. */
  readonly services: number;
  readonly database: TestDatabase;
  start(): Promise<Mortal>;
}

/** Kills a service when a request for servers reaches the platform after a number of others. */
interface Trigger {
  left: number;
  /** Whether the platform executes the request, so that only the answer is lost. */
  readonly isDone: boolean;
  readonly pull: () => void;
}

/**
 * Services on one database and one platform that die at random points while clients create and destroy instances, also by the end of
 * reservations. The last service survives, and must bring everything into a consistent state.
 */
export class DyingServices {
  private readonly random: Random;
  private readonly callers: (Caller | undefined)[];
  private triggers: Trigger[] = [];
  private deaths = 0;

  private constructor(
    private readonly options: Deaths,
    private readonly platform: FakeOpenstack,
  ) {
    this.random = new Random(options.seed);
    this.callers = Array.from({ length: options.services }, () => undefined);
    platform.intercept = (request) => this.intercept(request);
  }

  static async run(options: Deaths): Promise<void> {
    const platform = await FakeOpenstack.start();
    try {
      await new DyingServices(options, platform).run();
    } finally {
      await platform.stop();
    }
  }

  private async run(): Promise<void> {
    const { services } = this.options;
    const { service, caller } = await this.begin(0);
    const provider = await register(caller, this.platform.endpoint);
    await this.end(0, service);

    const lives = Array.from({ length: services }, (_, index) => this.liveAndDie(index));
    const clients = Array.from({ length: CLIENTS }, () => this.client());
    await Promise.all([...lives, ...clients]);
    const last = await this.begin(0);
    await this.comesToRest();
    await this.goesAway(last.caller);
    await this.leavesNothing(last.caller, provider);
    expect(await foldDifferences(last.service.baseUrl)).toEqual([]);
    await this.end(0, last.service);
  }

  /** Enough deaths, and enough changes on the platform: deaths without requests in between prove nothing. */
  private get isEnough(): boolean {
    const { count } = this.options;
    return this.deaths >= count && this.platform.requests.filter(isChange).length > count;
  }

  private async begin(index: number): Promise<{ service: Mortal; caller: Caller }> {
    const service = await this.options.start();
    const caller = new Caller(service.baseUrl);
    this.callers[index] = caller;
    return { service, caller };
  }

  private async end(index: number, service: Mortal): Promise<void> {
    service.kill();
    await service.ended;
    this.callers[index]?.close();
    this.callers[index] = undefined;
  }

  private async liveAndDie(index: number): Promise<void> {
    while (!this.isEnough) {
      const { service } = await this.begin(index);
      const left = this.random.integer(1, 30);
      this.triggers.push({ left, isDone: this.random.chance(0.6), pull: () => service.kill() });
      await service.ended;
      this.deaths += 1;
      await this.end(index, service);
    }
  }

  /** At each request, building servers become active or, occasionally, fail. */
  private intercept({ method, path }: FakeRequest): FakeAnswer | undefined {
    for (const server of this.platform.servers) {
      if (server.status === 'BUILD' && this.random.chance(0.05)) {
        Object.assign(server, { status: 'ERROR', fault: { message: 'No valid host was found' } });
      }
    }
    bootAll(this.platform);
    if (!path.includes('/servers')) return undefined;
    // Changes count more, because they are rarer than reads and are what this test is about.
    for (const trigger of this.triggers) trigger.left -= method === 'GET' ? 1 : 3;
    const due = this.triggers.filter(({ left }) => left <= 0);
    this.triggers = this.triggers.filter(({ left }) => left > 0);
    for (const { pull } of due) pull();
    return due.every(({ isDone }) => isDone) ? undefined : { status: 503 };
  }

  /** Creates and destroys instances, and ignores missing answers. */
  private async client(): Promise<void> {
    const { random } = this;
    const mine: string[] = [];
    while (!this.isEnough) {
      await pause(random.integer(5, 30));
      if (mine.length > 0 && random.chance(0.5)) {
        await this.post('/destroy-instance', { 'instance-id': mine.shift() });
        continue;
      }
      const order = { name: 'web', image: 'debian', flavor: 'm1.tiny' };
      const reservation = random.chance(0.3) ? await this.shortReservation() : undefined;
      const made = await this.post('/create-instance', { ...order, 'reservation-id': reservation });
      if (made['instance-id']) mine.push(made['instance-id'] as string);
    }
  }

  private async shortReservation(): Promise<string | undefined> {
    const end = new Date(Date.now() + this.random.integer(1, 4) * 1000).toISOString();
    const capacity = { cores: 1, ram: 512, instances: 1 };
    return (await this.post('/create-reservation', { zone: ZONE, end, capacity }))[
      'reservation-id'
    ] as string;
  }

  private async post(path: string, body: object): Promise<Record<string, unknown>> {
    const living = this.callers.filter((one) => one !== undefined);
    if (living.length === 0) return {};
    try {
      return (await this.random.pick(living).post(path, body)).body;
    } catch (error) {
      if (error instanceof NoAnswer) return {};
      throw error;
    }
  }

  /** Waits until every instance is settled, and the platform has exactly the servers of the active instances. */
  private comesToRest(): Promise<void> {
    return eventually(async () => {
      expect(await this.unsettled()).toBe(0);
      const active = await this.rows<{ server_id: string }>(
        `select server_id from instances where state = 'active'`,
      );
      const servers = this.platform.servers.map(({ id }) => String(id));
      expect(servers.sort()).toEqual(active.map(({ server_id }) => server_id).sort());
    }, PATIENCE_MS);
  }

  private async goesAway(caller: Caller): Promise<void> {
    const live = await this.rows<{ id: string }>(
      `select id from instances where state in ('pending', 'active')`,
    );
    for (const { id } of live) await caller.post('/destroy-instance', { 'instance-id': id });
    await eventually(async () => {
      expect(this.platform.servers).toEqual([]);
      expect(await this.unsettled()).toBe(0);
    }, PATIENCE_MS);
  }

  private async leavesNothing(caller: Caller, provider: string): Promise<void> {
    const nothing = { servers: 0, removed: [], lost: [], failed: [] };
    // A service killed during a reconciliation keeps the provider until its lease expires.
    const answer = await eventually(async () => {
      const answered = await caller.post(`/providers/${provider}/reconcile`, {});
      expect(answered.status).not.toBe(409);
      return answered;
    }, PATIENCE_MS);
    expect(answer.body).toMatchObject(nothing);
    await eventually(async () => {
      const { body } = await caller.post('/query-capacity', { zone: ZONE });
      expect(body.utilization[0].capacity).toEqual(ALL);
    });
    const { url } = this.options.database;
    expect(await auditFindings(url)).toEqual([]);
    expect(await inconsistencies(url, Math.floor(Date.now() / 1000))).toEqual([]);
  }

  private async unsettled(): Promise<number> {
    return (await this.rows(`select from instances where due_at is not null`)).length;
  }

  private async rows<R extends object>(sql: string): Promise<R[]> {
    return (await onServer(this.options.database.url, (client) => client.query<R>(sql))).rows;
  }
}

function isChange({ method, path }: FakeRequest): boolean {
  return method !== 'GET' && path.includes('/servers');
}

async function register(caller: Caller, endpoint: string): Promise<string> {
  const added = await caller.post('/add-provider', {
    'provider-type': 'openstack',
    endpoint,
    username: 'operator',
    password: 'correct horse',
    zone: ZONE,
    tenant: { name: 'promise' },
  });
  const source = added.body['provider-id'] as string;
  expect((await caller.post('/increase-capacity', { source, capacity: ALL })).body.result).toBe('ok');
  return source;
}
