import fc from 'fast-check';
import { wire, type Caller } from './calls.js';
import type { Amounts, Share, Thing } from './selection-model.js';
import type { RunningService } from './service.js';

const PROVIDERS = 3;
const FIRST_POOL = { cores: 6, ram: 6000, instances: 9 };
/** The amounts of the flavor `m1.tiny` where no disk is tracked. */
const TINY = { cores: 1, ram: 512, instances: 1 };

const span = fc.record({
  start: fc.oneof(fc.integer({ min: -5, max: 0 }), fc.integer({ min: 1, max: 40 })),
  length: fc.integer({ min: 1, max: 60 }),
});

/** The requests in a zone, some of which are refused. Numbers select existing objects. */
export interface Plan {
  readonly pools: readonly { readonly provider: number; readonly cores: number; readonly span: Span }[];
  readonly reservations: readonly {
    readonly span: Span;
    readonly units: number;
    readonly tied: number | null;
    readonly protects: number | null;
    /** Seconds for which it is held; it is never confirmed. */
    readonly hold: number | null;
  }[];
  readonly updated: readonly { readonly reservation: number; readonly span: Span; readonly units: number }[];
  /** Instances, with or without a reservation. */
  readonly booted: readonly (number | null)[];
  readonly ended: readonly number[];
}

interface Span {
  readonly start: number;
  readonly length: number;
}

export const plan: fc.Arbitrary<Plan> = fc.record({
  pools: fc.array(
    fc.record({ provider: fc.nat(PROVIDERS - 1), cores: fc.integer({ min: 1, max: 9 }), span }),
    { minLength: 3, maxLength: 7 },
  ),
  reservations: fc.array(
    fc.record({
      span,
      units: fc.nat(9),
      tied: fc.option(fc.nat(PROVIDERS - 1)),
      protects: fc.option(fc.nat(9)),
      hold: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.integer({ min: 1, max: 12 })),
    }),
    { minLength: 3, maxLength: 9 },
  ),
  updated: fc.array(fc.record({ reservation: fc.nat(9), span, units: fc.nat(9) }), { maxLength: 4 }),
  booted: fc.array(fc.option(fc.nat(9)), { minLength: 2, maxLength: 8 }),
  ended: fc.array(fc.nat(20), { maxLength: 6 }),
});

/** A zone in which a plan was carried out, and the acknowledged objects. */
export class SelectionWorld {
  readonly providers: string[] = [];
  readonly things: Thing[] = [];
  private readonly now: number;

  constructor(
    private readonly service: RunningService,
    private readonly caller: Caller,
    readonly zone: string,
  ) {
    this.now = service.clock.now();
  }

  async build({ pools, reservations, updated, booted, ended }: Plan): Promise<void> {
    for (let number = 0; number < PROVIDERS; number++) {
      const { provider, pool } = await this.service.provider(FIRST_POOL, { zone: this.zone });
      this.providers.push(provider);
      this.addPool(pool, provider, { start: this.now, end: Infinity }, FIRST_POOL);
    }
    for (const pool of pools) await this.increase(pool);
    for (const reservation of reservations) await this.reserve(reservation);
    const half = Math.floor(updated.length / 2);
    for (const change of updated.slice(half)) await this.update(change);
    for (const index of booted) await this.boot(index);
    for (const change of updated.slice(0, half)) await this.update(change);
    for (let second = 0; second < 7; second++) {
      this.service.clock.advance(1);
      // A hold is over in the ledger when the next request has released it.
      await this.post('query-capacity', { zone: this.zone, 'show-utilization': false });
    }
    for (const thing of this.held()) this.endHold(thing);
    for (const index of ended) await this.end(this.things[index % this.things.length]);
  }

  private async increase({ provider, cores, span: { start, length } }: Plan['pools'][number]): Promise<void> {
    const [source, capacity] = [this.providers[provider], { cores, ram: 512 * cores }];
    const window = this.windowOf(start, length);
    const made = await this.post('increase-capacity', { source, capacity, ...wire(window) });
    this.addPool(made['pool-id'] as string, source, window, capacity);
  }

  private addPool(
    id: string,
    provider: string,
    window: { start: number; end: number },
    amounts: Amounts,
  ): void {
    const elements = [`ResourceProvider:${provider}`];
    this.things.push({
      kind: 'ResourcePool',
      id,
      ...this.fromNow(window),
      shares: [[provider, amounts]],
      elements,
    });
  }

  private async reserve({ span, units, tied, protects, hold }: Plan['reservations'][number]): Promise<void> {
    const window = this.windowOf(span.start, span.length);
    const held = this.held();
    const other = protects === null || held.length === 0 ? undefined : held[protects % held.length];
    const tiedTo = tied === null ? [] : [this.providers[tied]];
    const elements = [
      ...tiedTo.map((id) => `ResourceProvider:${id}`),
      ...(other ? [`ResourceReservation:${other.id}`] : []),
    ];
    const made = await this.post('create-reservation', {
      zone: this.zone,
      ...wire(window),
      capacity: capacityOf(units),
      elements,
      ...(hold === null ? {} : { hold }),
    });
    if (made.result !== 'ok') return;
    const id = made['reservation-id'] as string;
    const { claims, heldUntil } = (await this.caller.get(`/reservations/${id}`)).body;
    this.things.push({
      kind: 'ResourceReservation',
      id,
      ...this.fromNow(window),
      shares: sharesOf(claims),
      elements,
      tied: tiedTo,
      heldUntil: secondsOf(heldUntil),
    });
  }

  private async update({ reservation, span, units }: Plan['updated'][number]): Promise<void> {
    const known = this.held();
    if (known.length === 0) return;
    const thing = known[reservation % known.length];
    const window = this.windowOf(span.start, span.length);
    const change = { 'reservation-id': thing.id, ...wire(window), capacity: capacityOf(units) };
    if ((await this.post('update-reservation', change)).result !== 'ok') return;
    const { claims, heldUntil } = (await this.caller.get(`/reservations/${thing.id}`)).body;
    Object.assign(thing, this.fromNow(window), { shares: sharesOf(claims), heldUntil: secondsOf(heldUntil) });
    const drawing = this.things.filter((instance) => instance.reservation === thing.id);
    for (const instance of drawing) instance.end = thing.end;
  }

  /** A hold that nobody has confirmed ends with its reservation. */
  private endHold(thing: Thing): void {
    const { heldUntil = Infinity } = thing;
    if (heldUntil > this.service.clock.now()) return;
    thing.end = Math.min(thing.end, heldUntil);
    thing.isGone = true;
  }

  private async boot(index: number | null): Promise<void> {
    const held = this.held();
    const source = index === null || held.length === 0 ? undefined : held[index % held.length];
    const from = source ? { 'reservation-id': source.id } : { 'provider-id': this.providers[0] };
    const order = { name: 'web', image: 'debian-13', flavor: 'm1.tiny', ...from };
    const made = await this.post('create-instance', order);
    if (made.result !== 'ok') return;
    const id = made['instance-id'] as string;
    const { providerId: provider } = (await this.caller.get(`/instances/${id}`)).body;
    const [start, end] = [this.now, source?.end ?? Infinity];
    const elements = [`ResourceAllocation:${id}`];
    const shares: Share[] = [[provider as string, TINY]];
    this.things.push({
      kind: 'ResourceAllocation',
      id,
      start,
      end,
      shares,
      elements,
      reservation: source?.id,
    });
  }

  private async end(thing: Thing): Promise<void> {
    if (thing.kind === 'ResourcePool') return;
    const isInstance = thing.kind === 'ResourceAllocation';
    const answer = isInstance
      ? await this.post('destroy-instance', { 'instance-id': thing.id })
      : await this.post('cancel-reservation', { 'reservation-id': thing.id });
    if (answer.result !== 'ok') return;
    thing.end = Math.min(thing.end, this.service.clock.now());
    thing.isGone = true;
  }

  private held(): Thing[] {
    return this.things.filter(({ kind }) => kind === 'ResourceReservation');
  }

  private windowOf(start: number, length: number) {
    return { start: this.now + start, end: this.now + Math.max(start + length, 1) };
  }

  /** A request with a start in the past takes effect from now on. */
  private fromNow({ start, end }: { start: number; end: number }) {
    return { start: Math.max(start, this.now), end };
  }

  private async post(operation: string, body: object): Promise<Record<string, any>> {
    return (await this.caller.post(`/${operation}`, body)).body;
  }
}

function secondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time) / 1000;
}

function capacityOf(units: number) {
  return { cores: units, ram: 512 * units, instances: units };
}

function sharesOf(claims: readonly { readonly providerId: string; readonly capacity: Amounts }[]): Share[] {
  return claims.map(({ providerId, capacity }) => [providerId, capacity]);
}
