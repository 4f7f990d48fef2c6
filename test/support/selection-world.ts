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
  }[];
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
    }),
    { minLength: 3, maxLength: 9 },
  ),
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

  async build({ pools, reservations, booted, ended }: Plan): Promise<void> {
    for (let number = 0; number < PROVIDERS; number++) {
      const { provider, pool } = await this.service.provider(FIRST_POOL, { zone: this.zone });
      this.providers.push(provider);
      this.addPool(pool, provider, { start: this.now, end: Infinity }, FIRST_POOL);
    }
    for (const pool of pools) await this.increase(pool);
    for (const reservation of reservations) await this.reserve(reservation);
    for (const index of booted) await this.boot(index);
    this.service.clock.advance(7);
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

  private async reserve({ span, units, tied, protects }: Plan['reservations'][number]): Promise<void> {
    const window = this.windowOf(span.start, span.length);
    const held = this.held();
    const other = protects === null || held.length === 0 ? undefined : held[protects % held.length];
    const tiedTo = tied === null ? [] : [this.providers[tied]];
    const elements = [
      ...tiedTo.map((id) => `ResourceProvider:${id}`),
      ...(other ? [`ResourceReservation:${other.id}`] : []),
    ];
    const capacity = { cores: units, ram: 512 * units, instances: units };
    const made = await this.post('create-reservation', {
      zone: this.zone,
      ...wire(window),
      capacity,
      elements,
    });
    if (made.result !== 'ok') return;
    const id = made['reservation-id'] as string;
    const { claims } = (await this.caller.get(`/reservations/${id}`)).body;
    const shares = (claims as any[]).map((claim): Share => [claim.providerId, claim.capacity]);
    this.things.push({
      kind: 'ResourceReservation',
      id,
      ...this.fromNow(window),
      shares,
      elements,
      tied: tiedTo,
    });
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
