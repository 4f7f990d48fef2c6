import fc from 'fast-check';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { Caller, wire } from '../support/calls.js';
import type { Window } from '../support/model.js';
import { isOn } from '../support/rules-model.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

const ACT = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'hold',
    'wait',
    'confirm',
    'cancel',
    'update',
    'update',
    'take',
    'give',
    'range',
    'advance',
  ),
  start: fc.integer({ min: -2, max: 15 }),
  length: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 20 }) }, fc.constant(Infinity)),
  count: fc.integer({ min: 1, max: 4 }),
  parts: fc.record({ start: fc.boolean(), end: fc.boolean(), count: fc.boolean() }),
  which: fc.nat(1000),
});

type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

interface Holder extends Window {
  readonly id: string;
  readonly state: string;
  readonly count: number;
  readonly addresses: readonly string[];
}

/** A zone with its declared amounts, its single addresses, and its reservations as the records show them. */
class Zone {
  holders: readonly Holder[] = [];
  readonly pools: (Window & { readonly count: number })[] = [];
  readonly addresses: string[] = [];

  constructor(
    private readonly service: RunningService,
    private readonly caller: Caller,
    private readonly name: string,
    private readonly number: number,
    private readonly provider: string,
  ) {}

  get now(): number {
    return this.service.clock.now();
  }

  /** Adds two addresses, and declares one more than before. */
  async addRange(): Promise<void> {
    if (this.addresses.length >= 6) return;
    const network = `10.${this.number >> 8}.${this.number & 255}.`;
    const first = 2 * this.addresses.length;
    await this.change(
      'increase-capacity',
      1,
      { start: this.now, end: Infinity },
      { publicIps: [`${network}${first}/30`] },
    );
    this.addresses.push(`${network}${first + 1}`, `${network}${first + 2}`);
  }

  async change(operation: string, count: number, window: Window, more: object = {}): Promise<string> {
    const body = { source: this.provider, capacity: { addresses: count }, ...wire(window), ...more };
    const { result } = await this.post(operation, body);
    const sign = operation === 'increase-capacity' ? 1 : -1;
    if (result === 'ok')
      this.pools.push({ ...window, start: Math.max(window.start, this.now), count: sign * count });
    return result as string;
  }

  total(at: number): number {
    return this.pools.filter((pool) => isOn(pool, at)).reduce((sum, { count }) => sum + count, 0);
  }

  instantsIn({ start, end }: Window): number[] {
    const from = Math.max(start, this.now);
    const all = [...this.pools, ...this.holders].flatMap((one) => [one.start, one.end]);
    return [from, ...all.filter((at) => at > from && at < end)];
  }

  /** A reservation in conflict holds no amounts, but keeps its addresses. */
  leftAt(at: number, without?: Holder): number {
    const holding = this.holders.filter(
      (one) => one !== without && !['waiting', 'conflict'].includes(one.state) && isOn(one, at),
    );
    return this.total(at) - holding.reduce((sum, { count }) => sum + count, 0);
  }

  freeIn({ start, end }: Window, without?: Holder): string[] {
    const others = this.holders.filter(
      (one) => one !== without && Math.max(one.start, start, this.now) < Math.min(one.end, end),
    );
    return this.addresses.filter((address) => !others.some((one) => one.addresses.includes(address)));
  }

  declaredIn(window: Window, without?: Holder): number {
    return Math.min(...this.instantsIn(window).map((at) => this.leftAt(at, without)));
  }

  mostIn(window: Window): number {
    return Math.max(0, Math.min(this.declaredIn(window), this.freeIn(window).length));
  }

  /** The expected and the actual outcome. */
  async carryOut(act: Act): Promise<[expected: unknown, actual: unknown]> {
    const { kind, which, count } = act;
    const start = this.now + act.start;
    const window = { start, end: Math.max(start + act.length, this.now + 1) };
    const one = this.holders.at(which % Math.max(this.holders.length, 1));
    if (kind === 'range') await this.addRange();
    if (kind === 'give') await this.change('increase-capacity', 1, window);
    if (kind === 'create' || kind === 'hold' || kind === 'wait') return this.create(act, window);
    if (kind === 'take') {
      const least = Math.min(...this.instantsIn(window).map((at) => this.total(at)));
      const result = await this.change('decrease-capacity', count, window, { force: true });
      return [least >= count ? 'ok' : 'conflict', result];
    }
    if (kind === 'advance') {
      this.service.clock.advance(count);
      await this.service.app.get(ReservationsClock).tick();
      await this.post('query-capacity', { zone: this.name, 'show-utilization': false });
    }
    if (kind === 'update' && one) return this.update(act, window, one);
    if (one && (kind === 'cancel' || kind === 'confirm')) {
      const { result } = await this.post(`${kind}-reservation`, { 'reservation-id': one.id });
      return [kind === 'confirm' && one.state === 'waiting' ? 'error' : 'ok', result];
    }
    return [undefined, undefined];
  }

  private async create({ kind, which, count }: Act, window: Window): Promise<[unknown, unknown]> {
    const most = this.mostIn(window);
    const more = kind === 'hold' ? { hold: 1 + (which % 9) } : kind === 'wait' ? { wait: true } : {};
    const body = { zone: this.name, ...wire(window), capacity: { addresses: count }, ...more };
    const { result, state, offer } = await this.post('create-reservation', body);
    const short = kind === 'wait' ? ['ok', 'waiting', undefined] : ['conflict', undefined, most];
    return [
      most >= count ? ['ok', undefined, undefined] : short,
      [result, state, offer?.maxCapacity.addresses],
    ];
  }

  /** A reservation keeps the addresses that it has. */
  private async update({ parts, count }: Act, asked: Window, one: Holder): Promise<[unknown, unknown]> {
    const from = parts.start ? asked.start : one.start;
    const window = {
      start: from > this.now ? from : Math.min(one.start, this.now),
      end: parts.end ? asked.end : one.end,
    };
    const wanted = parts.count ? count : one.count;
    const free = this.freeIn(window, one);
    const staying = one.addresses.filter((address) => free.includes(address)).length;
    const others = free.filter((address) => !one.addresses.includes(address)).length;
    const fits =
      this.declaredIn(window, one) >= wanted &&
      staying >= Math.min(wanted, one.addresses.length) &&
      staying + others >= wanted;
    const { start, end } = wire(asked);
    const body = {
      'reservation-id': one.id,
      ...(parts.start ? { start } : {}),
      ...(parts.end ? { end } : {}),
      ...(parts.count ? { capacity: { addresses: count } } : {}),
    };
    const { result } = await this.post('update-reservation', body);
    const isWrong = window.end <= window.start || (parts.start && from >= window.end);
    return [isWrong ? 'error' : fits || one.state === 'waiting' ? 'ok' : 'conflict', result];
  }

  async read(): Promise<void> {
    const { items } = (await this.caller.get(`/reservations?zone=${this.name}&limit=1000`)).body;
    const live = (items as Body[]).filter(
      ({ state }) => !['terminated', 'expired'].includes(state as string),
    );
    this.holders = live.map((record) => ({
      id: record.reservationId as string,
      state: record.state as string,
      start: Date.parse(record.start as string) / 1000,
      end: record.end ? Date.parse(record.end as string) / 1000 : Infinity,
      count: record.capacity.addresses as number,
      addresses: record.publicIps ?? [],
    }));
  }

  /** Holders with a wrong number of addresses or with one of another; those that hold nothing and fit; over-commitment. */
  faults(): unknown[] {
    const wrong = this.holders.filter((one) => {
      const free = this.freeIn(one, one);
      const isWaiting = one.state === 'waiting';
      if (one.addresses.length !== (isWaiting ? 0 : one.count)) return true;
      if (one.addresses.some((address) => !free.includes(address))) return true;
      const fits = this.declaredIn(one, one) >= one.count && free.length >= one.count;
      return fits && (isWaiting || one.state === 'conflict');
    });
    return [...wrong, ...this.instantsIn({ start: 0, end: Infinity }).filter((at) => this.leftAt(at) < 0)];
  }

  async availableIn(window: Window): Promise<number> {
    const { start, end } = wire(window);
    const timePeriod = { startTime: start, stopTime: end ?? undefined };
    const filter = { zoneId: this.name, networkResourceTypeId: 'publicIps', timePeriod };
    return (await this.caller.get('/capacity/network/query', filter)).body.capacityInformation
      .available as number;
  }

  private async post(operation: string, body: object): Promise<Body> {
    return (await this.caller.post(`/${operation}`, body)).body;
  }
}

describe('concrete addresses', () => {
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: 'none' } });
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it('are held, kept, waited for and offered as a plain model of single addresses says', async () => {
    let zones = 0;
    const play = async (acts: readonly Act[]): Promise<void> => {
      const name = `single-${++zones}`;
      const { provider } = await service.provider({ addresses: 3 }, { zone: name });
      const zone = new Zone(service, caller, name, zones, provider);
      zone.pools.push({ start: zone.now, end: Infinity, count: 3 });
      await zone.addRange();
      for (const act of acts) {
        const [expected, actual] = await zone.carryOut(act);
        expect([act, actual]).toEqual([act, expected]);
        await zone.read();
        expect([act, zone.faults()]).toEqual([act, []]);
        const start = zone.now + Math.max(0, act.start);
        const window = { start, end: start + act.length };
        expect([window, await zone.availableIn(window)]).toEqual([window, zone.mostIn(window)]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(ACT, { minLength: 20, maxLength: 40 }), play), {
      numRuns: runs(10),
      endOnFailure: true,
    });
  }, 300_000);
});
