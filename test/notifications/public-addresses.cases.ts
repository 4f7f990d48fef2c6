import { formatInstant } from '../../src/kernel/time-window.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import { alone, hour, reserve } from '../support/readings.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { stored, subscribe, threshold, toldTo } from './told.js';

const PATH = '/capacity/network/subscribe';
const TYPE = { networkResourceTypeId: 'publicIps' };
const NAMED = { environment: { PUBLIC_IP_RANGES: 'none' } };

type Figures = Record<'total' | 'reserved' | 'allocated' | 'available', number>;

async function queried(service: RunningService, zoneId?: string): Promise<Figures> {
  const { body } = await service.http.get('/capacity/network/query').send({ ...TYPE, zoneId });
  return body.capacityInformation as Figures;
}

async function told(service: RunningService, id: string): Promise<Figures[]> {
  return (await toldTo(service, id)).map(({ capacityInformation }) => capacityInformation as Figures);
}

const name = (service: RunningService, source: string, addresses: number, ...publicIps: string[]) =>
  service.operation('increase-capacity', { source, capacity: { addresses }, publicIps });

describe('subscriptions to public addresses', () => {
  it('receive the figures that queries answer: no more addresses than the ranges of the zone have', () =>
    alone(async (service) => {
      const { provider } = await service.provider({}, { zone: 'z1' });
      await name(service, provider, 10, '198.51.100.0/30');
      const every = await subscribe(service, PATH, { ...TYPE, zoneId: 'z1' });
      const low = await subscribe(service, PATH, {
        ...TYPE,
        zoneId: 'z1',
        threshold: threshold('available', 'le', 1),
      });
      expect(await told(service, low)).toEqual([]);
      await reserve(service, 'z1', [undefined, hour(8)], { addresses: 1 });
      const one = { total: 2, reserved: 1, allocated: 0, available: 1 };
      expect(await told(service, every)).toEqual([one]);
      expect(await told(service, low)).toEqual([one]);
      await reserve(service, 'z1', [undefined, hour(8)], { addresses: 1 });
      const none = { total: 2, reserved: 2, allocated: 0, available: 0 };
      expect((await told(service, every)).at(-1)).toEqual(none);
      expect(await queried(service, 'z1')).toEqual(none);
      expect(await told(service, low)).toHaveLength(1);
    }, NAMED));

  it('receive it when an operator names more addresses, and when a held one becomes free', () =>
    alone(async (service) => {
      const { provider } = await service.provider({}, { zone: 'z1' });
      await name(service, provider, 10, '198.51.100.0/30');
      const start = service.clock.now();
      await reserve(service, 'z1', [undefined, formatInstant(start + 100)], { addresses: 2 });
      const many = await subscribe(service, PATH, { ...TYPE, threshold: threshold('available', 'ge', 2) });
      expect(await told(service, many)).toEqual([]);
      service.clock.advance(100);
      expect((await told(service, many)).map(({ available }) => available)).toEqual([2]);
      await reserve(service, 'z1', [undefined, hour(8)], { addresses: 2 });
      await name(service, provider, 1, '198.51.100.16/30');
      expect((await told(service, many)).map(({ available }) => available)).toEqual([2, 2]);
    }, NAMED));

  it('count the addresses of a reservation in the zone that it moves to, and no more in the one it leaves', () =>
    alone(async (service) => {
      for (const [zone, range] of [
        ['z1', '198.51.100.0/29'],
        ['z2', '198.51.100.8/29'],
      ]) {
        const { provider } = await service.provider({}, { zone });
        await name(service, provider, 6, range);
      }
      const [one, other] = [
        await subscribe(service, PATH, { ...TYPE, zoneId: 'z1' }),
        await subscribe(service, PATH, { ...TYPE, zoneId: 'z2' }),
      ];
      const { 'reservation-id': id } = await reserve(service, 'z1', [undefined, hour(8)], { addresses: 2 });
      await service.operation('update-reservation', { 'reservation-id': id, zone: 'z2' });
      expect((await told(service, one)).at(-1)).toEqual({
        total: 6,
        reserved: 0,
        allocated: 0,
        available: 6,
      });
      expect((await told(service, other)).at(-1)).toEqual(await queried(service, 'z2'));
    }, NAMED));

  it('count addresses that a reservation in conflict keeps as held', () =>
    alone(async (service) => {
      const { provider } = await service.provider({}, { zone: 'z1' });
      await name(service, provider, 4, '198.51.100.0/29');
      await reserve(service, 'z1', [undefined, hour(8)], { addresses: 4 });
      const every = await subscribe(service, PATH, { ...TYPE, zoneId: 'z1' });
      await service.operation('decrease-capacity', {
        source: provider,
        capacity: { addresses: 1 },
        force: true,
      });
      expect((await told(service, every)).at(-1)).toEqual(await queried(service, 'z1'));
      await service.operation('increase-capacity', { source: provider, capacity: { addresses: 9 } });
      expect((await told(service, every)).at(-1)).toEqual(await queried(service, 'z1'));
    }, NAMED));

  it('receive it when another zone takes the last block of the configured ranges', () =>
    alone(
      async (service) => {
        for (const zone of ['z1', 'z2']) await service.provider({ addresses: 10 }, { zone });
        const gone = await subscribe(service, PATH, {
          ...TYPE,
          zoneId: 'z1',
          threshold: threshold('available', 'eq', 0),
        });
        const every = await subscribe(service, PATH, TYPE);
        await reserve(service, 'z2', [undefined, hour(8)], { addresses: 2 });
        expect(await told(service, gone)).toEqual([{ total: 0, reserved: 0, allocated: 0, available: 0 }]);
        expect(await told(service, every)).toEqual([{ total: 6, reserved: 2, allocated: 0, available: 4 }]);
        expect(await queried(service)).toEqual({ total: 6, reserved: 2, allocated: 0, available: 4 });
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } },
    ));
});

/** Random changes of two zones, one step at a time. Of two processes, the one that holds the scopes evaluates. */
class Churn {
  private readonly made: string[] = [];
  private ranges = 0;

  constructor(
    private readonly random: Random,
    private readonly sources: ReadonlyMap<string, string>,
  ) {}

  async step(service: RunningService): Promise<void> {
    const { random } = this;
    const zone = random.pick(['z1', 'z2']);
    const source = this.sources.get(zone) ?? '';
    const chance = random.integer(1, 12);
    if (chance <= 5) return this.reserve(service, zone);
    if (chance <= 7) return this.change(service, zone);
    if (chance === 8) return void service.clock.advance(1);
    if (chance === 9) {
      const range = `100.64.0.${16 * this.ranges++}/30`;
      return void (await name(service, source, random.integer(0, 1) + 1, range));
    }
    const operation = chance === 10 ? 'increase-capacity' : 'decrease-capacity';
    await service.operation(operation, {
      source,
      capacity: { addresses: 1 },
      force: chance === 12 || undefined,
    });
  }

  private async reserve(service: RunningService, zone: string): Promise<void> {
    const start = service.clock.now() + this.random.integer(0, 8);
    const window = [start, start + this.random.integer(1, 25)].map(formatInstant) as [string, string];
    const answer = await reserve(service, zone, window, { addresses: this.random.integer(1, 3) });
    if (answer.result === 'ok') this.made.push(answer['reservation-id'] as string);
  }

  private async change(service: RunningService, zone: string): Promise<void> {
    if (this.made.length === 0) return;
    const id = this.random.pick(this.made);
    const kind = this.random.integer(1, 3);
    if (kind === 1) await service.operation('cancel-reservation', { 'reservation-id': id });
    const changes = kind === 2 ? { zone } : { capacity: { addresses: this.random.integer(1, 3) } };
    if (kind > 1) await service.operation('update-reservation', { 'reservation-id': id, ...changes });
  }
}

const LOW = 3;
const STEPS = Math.max(20, runs(100));

/** A subscription to every change and one with a condition, to compare with the answers of queries. */
class Watched {
  crossed = 0;
  private isLow = false;

  private constructor(
    private readonly zoneId: string | undefined,
    private readonly every: string,
    private readonly low: string,
    private before: Figures,
  ) {}

  static async of(service: RunningService, zoneId: string | undefined): Promise<Watched> {
    const body = { ...TYPE, zoneId };
    const every = await subscribe(service, PATH, body);
    const low = await subscribe(service, PATH, { ...body, threshold: threshold('available', 'lt', LOW) });
    const watched = new Watched(zoneId, every, low, await queried(service, zoneId));
    watched.note(watched.before);
    return watched;
  }

  async expectAsQueried(service: RunningService, step: number): Promise<void> {
    const { zoneId } = this;
    const figures = await queried(service, zoneId);
    // A process claims scopes that another process has released within a few seconds.
    await eventually(async () => {
      await service.app.get(TellingWorker).tick();
      const changes = await this.received(service, this.every);
      expect({ step, zoneId, figures: changes.at(-1) ?? this.before }).toEqual({ step, zoneId, figures });
    });
    this.note(figures);
    const crossings = await this.received(service, this.low);
    // A move commits in each zone separately. The sum over both may cross the threshold in between.
    if (zoneId !== undefined)
      expect({ step, zoneId, count: crossings.length }).toEqual({ step, zoneId, count: this.crossed });
    for (const { available } of crossings) expect(available).toBeLessThan(LOW);
  }

  private async received(service: RunningService, id: string): Promise<Figures[]> {
    return (await stored(service, id)).map(({ capacityInformation }) => capacityInformation as Figures);
  }

  private note(figures: Figures): void {
    const isLow = figures.available < LOW;
    if (isLow && !this.isLow) this.crossed += 1;
    this.isLow = isLow;
  }
}

describe.each([
  ['named by operators', 'none'],
  ['of configured ranges', '203.0.113.0/30,203.0.113.4/30,203.0.113.8/30'],
])('what subscriptions to public addresses %s receive', (_, configured) => {
  const environment = { PUBLIC_IP_RANGES: configured };

  const services: RunningService[] = [];
  afterEach(async () => {
    for (const each of services.splice(0).reverse()) await each.stop();
  });

  it('are the figures of queries after every commit and instant, also after another process has taken over', async () => {
    const first = await startService({ environment });
    services.push(first);
    const second = await startService({ environment, database: first.database, clock: first.clock });
    services.push(second);
    const sources = new Map<string, string>();
    for (const zone of ['z1', 'z2']) {
      sources.set(zone, (await first.provider({ addresses: 4 }, { zone })).provider);
    }
    const churn = new Churn(new Random(Number(process.env.SEED ?? 17)), sources);
    const watched: Watched[] = [];
    for (const zoneId of ['z1', 'z2', undefined]) watched.push(await Watched.of(first, zoneId));
    for (let step = 0; step < STEPS; step++) {
      if (step === Math.floor(STEPS / 2)) await first.app.get(TellingWorker).onModuleDestroy();
      const service = step < Math.floor(STEPS / 2) ? first : second;
      await churn.step(service);
      for (const one of watched) await one.expectAsQueried(service, step);
    }
    expect(watched.reduce((sum, { crossed }) => sum + crossed, 0)).toBeGreaterThan(0);
  });
});
