import { wire, type Caller } from '../support/calls.js';
import {
  PlacedModel,
  type Amounts,
  type Container,
  type Demand,
  type Host,
  type Placed,
  type Reservation,
} from '../support/placed-model.js';
import type { Span } from '../support/rules-model.js';
import type { RunningService } from '../support/service.js';

type Body = Record<string, any>;
export type Outcome = 'ok' | 'conflict' | 'error';

const PLACED = `
select r.id, r.zone_id as zone, r.status,
       coalesce((select json_object_agg(c.provider_id, c.amounts order by c.provider_id) from claims c
                  where c.zone_id = r.zone_id and c.reservation_id = r.id and c.amounts <> '{}'), '{}') as claims
  from reservations r where r.zone_id = any($1)`;

const HEADS = 'select zone_id, head from zones where zone_id = any($1) order by zone_id';

const COMPUTE = { numCpuCores: 'cores', virtualMemSize: 'ram', numVcInstances: 'instances' };
const STORAGE = { storageSize: 'gigabytes', numVolumes: 'volumes' };
const CLASS_OF: Readonly<Record<string, string>> = { ...COMPUTE, ...STORAGE };

/** A loss of capacity by force, and the reservations that the answer names. */
export interface Loss {
  readonly host: Host;
  readonly span: Span;
  readonly displaced?: readonly string[];
}

/** Zones with their model. Reads where the service has placed reservations, and checks each change of it. */
export class PlacedZones {
  readonly model: PlacedModel;
  /** The reservation that the present act names. */
  protected about?: Reservation;
  /** The answer to the dry run of the present act. */
  protected dry?: Body;

  constructor(
    protected readonly service: RunningService,
    readonly caller: Caller,
    readonly zones: readonly string[],
    hosts: readonly Host[],
  ) {
    this.model = new PlacedModel(service.clock.now(), hosts);
  }

  /** Takes over where reservations lie, and which are in conflict. Only those that the act affects may have changed. */
  protected async adopt(loss: Loss | void): Promise<void> {
    const { model } = this;
    const rows = await this.service.dataSource.query<Placed[]>(PLACED, [this.zones]);
    const before = new Map(model.reservations.map((one) => [one, { ...one }]));
    for (const one of model.reservations) {
      const row = rows.find(({ id }) => id === one.id);
      if (row?.zone !== one.zone) throw new Error(`${one.id} is not in ${one.zone}`);
      const { status, claims } = row;
      if (status === one.status && JSON.stringify(claims) === JSON.stringify(one.claims)) continue;
      const isBack = one.status === 'conflict' && status === 'admitted';
      const isAllowed = one === this.about || isBack || (loss !== undefined && one.status === 'admitted');
      expect([one.id, one.status, status, isAllowed]).toEqual([one.id, one.status, status, true]);
      const isDivided = status === 'admitted' && model.up(one).length > 0;
      Object.assign(one, { status, claims, isMisplaced: false, isDivided });
    }
    if (loss && this.about) this.expectWhole(this.about);
    this.expectListed(before);
    this.expectOldestFirst(before);
    if (loss?.displaced) this.expectLatestFirst(before, loss, loss.displaced);
  }

  /** One whose last instance is gone is whole again, unless it fits nowhere as a whole. */
  private expectWhole(one: Reservation): void {
    const { model } = this;
    if (!one.isDivided || model.up(one).length > 0) return;
    one.isDivided = !model.isWhole(one);
    const wouldFit = one.isDivided && model.fits(one.demand, one.zone, one, new Set([one]));
    expect([one.id, { wouldFit }]).toEqual([one.id, { wouldFit: false }]);
  }

  /** The dry run listed those that the request has then admitted again, or put in conflict. */
  private expectListed(before: ReadonlyMap<Reservation, Reservation>): void {
    const { dry } = this;
    if (!dry) return;
    const changed = (was: string, is: string) =>
      [...before]
        .filter(([one, { status }]) => status === was && one.status === is && one !== this.about)
        .map(([{ id }]) => id);
    const again = (dry['admitted-again'] ?? dry.admittedAgain ?? []) as string[];
    const lost = (dry['in-conflict'] ?? dry.inConflict ?? []) as string[];
    expect([again.toSorted(), lost.toSorted()]).toEqual([
      changed('conflict', 'admitted').sort(),
      changed('admitted', 'conflict').sort(),
    ]);
  }

  /** One that stays in conflict did not fit before younger ones were admitted. */
  private expectOldestFirst(before: ReadonlyMap<Reservation, Reservation>): void {
    const { model } = this;
    const wereStuck = model.reservations.filter((one) => before.get(one)?.status === 'conflict');
    const back = wereStuck.filter((one) => one.status === 'admitted' && one !== this.about);
    for (const one of wereStuck) {
      if (!model.isLive(one) || one.status !== 'conflict' || model.up(one).length > 0) continue;
      const younger = back.filter((other) => wereStuck.indexOf(other) > wereStuck.indexOf(one));
      const wouldFit = younger.length > 0 && model.fits(one.demand, one.zone, one, new Set(younger));
      expect([one.id, { wouldFit }]).toEqual([one.id, { wouldFit: false }]);
    }
  }

  /**
   * Each is displaced exactly if its provider is overdrawn when it is its turn, the latest created first. One that is admitted again as it
   * was, once an older one has gone, is not listed.
   */
  private expectLatestFirst(
    before: ReadonlyMap<Reservation, Reservation>,
    { host, span }: Loss,
    displaced: readonly string[],
  ): void {
    const { model } = this;
    const after = new Map([...before.keys()].map((one) => [one, { claims: one.claims, status: one.status }]));
    const isAsBefore = (one: Reservation): boolean => {
      const { claims, status } = { ...before.get(one) };
      return JSON.stringify({ claims, status }) === JSON.stringify(after.get(one));
    };
    for (const [one, { claims, status }] of before) Object.assign(one, { claims, status });
    const expected = model.reservations.toReversed().filter((one) => {
      if (one.status !== 'admitted' || !model.isLive(one)) return false;
      const names = Object.keys(one.claims[host.id] ?? {}).filter((name) => model.left(one, host, name) > 0);
      const shared = { start: Math.max(one.start, span.start), end: Math.min(one.end, span.end) };
      if (shared.start >= shared.end || !names.some((name) => model.room(host, name, shared) < 0))
        return false;
      Object.assign(one, isAsBefore(one) ? { claims: {}, status: 'conflict' } : after.get(one));
      return true;
    });
    for (const [one, changed] of after) Object.assign(one, changed);
    const listed = expected.filter((one) => !isAsBefore(one)).map(({ id }) => id);
    expect(['displaced', displaced]).toEqual(['displaced', listed]);
  }

  /** Sends a request, as a dry run before. Both have the same outcome and offer, and the dry run stores nothing. */
  protected async decided(
    path: string,
    body: Body,
    expected?: Outcome,
  ): Promise<Body & { outcome: Outcome }> {
    const heads = await this.heads();
    const dry = await this.send(path, body, path.includes('/') ? 'dryRun' : 'dry-run');
    expect(await this.heads()).toEqual(heads);
    const { answer, outcome } = await this.send(path, body);
    const shown = { path, body, message: answer.message ?? answer.detail, outcome, offer: answer.offer };
    expect(shown).toEqual({ ...shown, outcome: expected ?? outcome });
    expect({ ...shown, outcome: dry.outcome, offer: dry.answer.offer }).toEqual(shown);
    this.dry = outcome === 'ok' ? dry.answer : undefined;
    return { ...answer, outcome };
  }

  private async send(path: string, body: Body, dry?: string): Promise<{ answer: Body; outcome: Outcome }> {
    const members = dry ? { ...body, [dry]: true } : body;
    const { status, body: answer } = await this.caller.post(`/${path}`, members);
    const outcome = answer.result ?? (status < 300 ? 'ok' : status === 409 ? 'conflict' : 'error');
    return { answer, outcome: outcome as Outcome };
  }

  protected heads(): Promise<unknown> {
    return this.service.dataSource.query(HEADS, [this.zones]);
  }

  async post(operation: string, body: object): Promise<Body> {
    return (await this.caller.post(`/${operation}`, body)).body;
  }

  /** The dry run showed where it lies now. */
  protected async expectPlacement(id: string): Promise<void> {
    const { claims } = (await this.caller.get(`/reservations/${id}`)).body;
    const shown = (this.dry?.placement as Body).claims as Body[];
    const inOrder = (all: readonly Body[]) =>
      all.map((one) => [one.providerId ?? one['provider-id'], inClasses(one.capacity as Amounts)]).sort();
    expect(inOrder(shown)).toEqual(inOrder(claims as Body[]));
  }

  /**
   * The offer can be requested as it stands, and its window is the first in which any placement fits.
   *
   * @param requested the outcome of a dry run with other amounts
   * @param without the reservation that the request changes
   */
  protected async expectOffer(
    offer: Body,
    { demand, zone, start: from, end }: Pick<Reservation, 'demand' | 'zone' | 'start' | 'end'>,
    requested: (capacity: Amounts, traits: object) => Promise<Body>,
    without?: Reservation,
  ): Promise<void> {
    const { model } = this;
    const capacity = inClasses(offer.maxCapacity as Amounts);
    const traits = commonTraits(demand);
    if (traits && Object.values(capacity).some((amount) => amount > 0)) {
      const { result } = await requested(capacity, traits);
      expect({ demand, capacity, result }).toEqual({ demand, capacity, result: 'ok' });
    }
    const span = (start: number): Span => ({ start, end: start + end - from });
    const others = without && new Set([without]);
    const start = model
      .changes({ start: from, end: Infinity })
      .find((at) => model.fits(demand, zone, span(at), others));
    const next = start === undefined ? undefined : wire(span(start));
    const window = next && { start: next.start, ...(next.end === null ? {} : { end: next.end }) };
    expect({ demand, from, end, next: offer.nextWindow }).toEqual({ demand, from, end, next: window });
  }
}

export function asContainers(containers: readonly Container[]) {
  const asked = containers.map(({ cores, ram, disks, isObject, cpuArchitecture, typeOfStorage }) => {
    const list = disks.map((sizeOfStorage) => ({ typeOfStorage, sizeOfStorage }));
    const storageAttributes = isObject ? list[0] : list;
    return {
      containerFlavor: {
        virtualCpu: { numVirtualCpu: cores, cpuArchitecture },
        virtualMemory: { numaEnabled: String(isObject), virtualMemSize: ram },
        ...(disks.length > 0 ? { storageAttributes } : {}),
      },
    };
  });
  return { virtualizationContainerReservation: asked };
}

function inClasses(amounts: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [CLASS_OF[name] ?? name, amount]),
  );
}

/** The traits that each unit requires, if they are the same for all. */
function commonTraits({ units, traits }: Demand): object | undefined {
  const [first = {}, ...others] = units.map((unit) => Object.assign({}, ...unit.traits, traits) as object);
  const isCommon = others.every((one) => JSON.stringify(one) === JSON.stringify(first));
  if (!isCommon) return undefined;
  return units.length > 0 ? first : traits;
}
