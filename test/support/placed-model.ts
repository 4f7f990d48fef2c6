import { fitsInRooms, isWholeUnits } from './splits.js';
import { isOn, type Span } from './rules-model.js';

/** Zones of unlike providers as their clients know them. Where a reservation lies is the service's choice: it is read, and checked. */

export type Amounts = Readonly<Record<string, number>>;

export interface Traits {
  readonly cpuArchitecture?: string;
  readonly typeOfStorage?: string;
  readonly rdmaSupported?: boolean;
}

export interface Host {
  readonly id: string;
  readonly zone: string;
  traits: Traits;
  isRetired: boolean;
  readonly endpoint: string;
}

export interface Pool extends Span {
  readonly id?: string;
  readonly host: Host;
  end: number;
  /** Negative for a decrease. */
  readonly amounts: Amounts;
}

export interface Unit {
  readonly amounts: Amounts;
  readonly traits: readonly Traits[];
}

/** What a request named. */
export interface Wanted {
  readonly containers?: readonly Container[];
  readonly capacity?: Amounts;
  readonly traits?: Traits;
  /** The one provider that an element allows. */
  readonly only?: Host;
}

export interface Container {
  readonly cores: number;
  readonly ram: number;
  readonly disks: readonly number[];
  /** Whether its only disk is sent as an object. */
  readonly isObject: boolean;
  readonly cpuArchitecture?: string;
  readonly typeOfStorage?: string;
}

/** Amounts, and how they may be divided among providers. */
export interface Demand {
  readonly units: readonly Unit[];
  readonly loose: Amounts;
  readonly traits: Traits;
  readonly only?: Host;
}

export interface Placed {
  readonly id: string;
  readonly status: string;
  readonly zone: string;
  readonly claims: Readonly<Record<string, Amounts>>;
}

export interface Reservation extends Placed, Span {
  zone: string;
  start: number;
  end: number;
  wanted: Wanted;
  demand: Demand;
  status: string;
  claims: Placed['claims'];
  /** A change has placed the rest of it apart from what its instances use, so units may lie on two providers. */
  isDivided: boolean;
  /** The traits of its providers have changed since it was placed. */
  isMisplaced: boolean;
}

export interface Instance extends Span {
  readonly id: string;
  readonly of?: Reservation;
  readonly host: Host;
  end: number;
  readonly amounts: Amounts;
  /** The part that its reservation covers. */
  readonly drawn: Amounts;
}

export class PlacedModel {
  readonly pools: Pool[] = [];
  /** The oldest first. */
  readonly reservations: Reservation[] = [];
  readonly instances: Instance[] = [];

  constructor(
    public now: number,
    readonly hosts: readonly Host[],
  ) {}

  hostsOf(zone: string): Host[] {
    return this.hosts.filter((host) => host.zone === zone);
  }

  isLive({ status, end }: Reservation): boolean {
    return (status === 'admitted' || status === 'conflict') && end > this.now;
  }

  /** Once a pool entry has carried a class, it is tracked. */
  tracks(name: string, isWhere: (host: Host) => boolean): boolean {
    return this.pools.some(({ host, amounts }) => name in amounts && isWhere(host));
  }

  demandOf({ containers, capacity = {}, traits, only }: Wanted, zone: string): Demand {
    return containers ? this.containersIn(zone, containers) : poolOf(capacity, traits, only);
  }

  /** Each container is a unit, with the storage that its zone tracks. */
  private containersIn(zone: string, containers: readonly Container[]): Demand {
    const tracked = (name: string, amount: number) =>
      this.tracks(name, (host) => host.zone === zone) ? { [name]: amount } : {};
    const units = containers.map(({ cores, ram, disks, cpuArchitecture, typeOfStorage }) => ({
      amounts: sumOf([
        { cores, ram, instances: 1 },
        tracked('gigabytes', sum(disks)),
        tracked('volumes', disks.length),
      ]),
      traits: [{ cpuArchitecture }, ...(disks.length > 0 ? [{ typeOfStorage }] : [])],
    }));
    return { units, loose: {}, traits: {} };
  }

  total(host: Host, name: string, at: number): number {
    return sum(
      this.pools.filter((pool) => pool.host === host && isOn(pool, at)).map((pool) => of(pool, name)),
    );
  }

  allocated(host: Host, name: string, at: number): number {
    return sum(this.on(host, at).map((instance) => of(instance, name)));
  }

  reserved(host: Host, name: string, at: number, without?: ReadonlySet<Reservation>): number {
    const holding = this.reservations.filter(
      (one) => one.status === 'admitted' && isOn(one, at) && !without?.has(one),
    );
    return sum(holding.map((one) => this.left(one, host, name, at)));
  }

  available(host: Host, name: string, at: number, without?: ReadonlySet<Reservation>): number {
    return (
      this.total(host, name, at) - this.allocated(host, name, at) - this.reserved(host, name, at, without)
    );
  }

  /** What a reservation has on a provider beside its instances. */
  left(one: Reservation, host: Host, name: string, at = this.now): number {
    const drawn = this.on(host, at).filter((instance) => instance.of === one);
    return (one.claims[host.id]?.[name] ?? 0) - sum(drawn.map((instance) => instance.drawn[name] ?? 0));
  }

  private on(host: Host, at: number): Instance[] {
    return this.instances.filter((instance) => instance.host === host && isOn(instance, at));
  }

  up(one: Reservation): Instance[] {
    return this.instances.filter((instance) => instance.of === one && isOn(instance, this.now));
  }

  /** The instants of a span at which a figure may change, the first included. */
  changes({ start, end }: Span): number[] {
    const from = Math.max(start, this.now);
    const spans: Span[] = [...this.pools, ...this.reservations, ...this.instances];
    const all = spans.flatMap((span) => [span.start, span.end]).filter((at) => at > from && at < end);
    return [from, ...new Set(all)].sort((a, b) => a - b);
  }

  room(host: Host, name: string, span: Span, without?: ReadonlySet<Reservation>): number {
    return Math.min(...this.changes(span).map((at) => this.available(host, name, at, without)));
  }

  /** Whether any placement of all units fits throughout a span. */
  fits(demand: Demand, zone: string, span: Span, without?: ReadonlySet<Reservation>): boolean {
    const hosts = this.hostsOf(zone);
    const room = (id: string, name: string) => this.room(this.host(id), name, span, without);
    // The loose amounts also lie on allowed providers only.
    const allowed = hosts.filter((host) => this.allows(demand, host));
    const isForAny = demand.units.length === 0;
    const ids = allowed
      .filter((host) => isForAny || demand.units.some((unit) => unit.traits.every((each) => has(host, each))))
      .map(({ id }) => id);
    return fitsInRooms(room, enginesDemand(demand), ids, (unit, id) => this.may(demand, unit, id));
  }

  /** Whether the claims are whole units on providers that are allowed. */
  isWhole({ demand, claims, isMisplaced }: Reservation): boolean {
    const parts = Object.entries(claims).map(([providerId, amounts]) => ({ providerId, amounts }));
    const areAllowed = parts.every(({ providerId }) => this.allows(demand, this.host(providerId)));
    if (isMisplaced) return isWholeUnits(enginesDemand(demand), parts);
    return areAllowed && isWholeUnits(enginesDemand(demand), parts, (unit, id) => this.may(demand, unit, id));
  }

  private may(demand: Demand, unit: object, id: string): boolean {
    const { traits } = unit as Unit;
    const host = this.host(id);
    return this.allows(demand, host) && traits.every((each) => has(host, each));
  }

  private allows({ only, traits }: Demand, host: Host): boolean {
    return (!only || only === host) && has(host, traits);
  }

  private host(id: string): Host {
    const found = this.hosts.find((host) => host.id === id);
    if (!found) throw new Error(`a claim on ${id}, which is in no zone of the test`);
    return found;
  }

  /** What contradicts the rules at any instant from now on. */
  faults(): string[] {
    const names = [...new Set(this.pools.flatMap(({ amounts }) => Object.keys(amounts)))];
    const short = this.hosts.flatMap((host) =>
      names.flatMap((name) =>
        this.changes({ start: this.now, end: Infinity })
          .filter((at) => this.available(host, name, at) < 0 && this.reserved(host, name, at) > 0)
          .map((at) => `${name} of ${host.id} is over-committed at +${at - this.now}`),
      ),
    );
    return [
      ...short,
      ...this.reservations.filter((one) => this.isLive(one)).flatMap((one) => this.faultsOf(one)),
    ];
  }

  private faultsOf(one: Reservation): string[] {
    const up = this.up(one);
    const isAdmitted = one.status === 'admitted';
    const backed = sumOf(Object.values(one.claims));
    const due = isAdmitted ? totalOf(one.demand) : sumOf(up.map(({ drawn }) => drawn));
    if (!isSame(backed, due)) return [`${one.id} is backed by ${text(backed)} instead of ${text(due)}`];
    if (isAdmitted)
      return one.isDivided || this.isWhole(one) ? [] : [`${one.id} is divided: ${text(one.claims)}`];
    // What is left beside instances of other sizes is the service's choice.
    const fits = up.length === 0 && this.fits(one.demand, one.zone, one, new Set([one]));
    return fits ? [`${one.id} is in conflict and would fit`] : [];
  }
}

/** Equal units, the first of which have what does not divide; without instances all is loose. */
function poolOf(capacity: Amounts, traits: Traits = {}, only?: Host): Demand {
  const { volumes, instances = 0, ...bound } = capacity;
  if (instances === 0) return { units: [], loose: nonZero(capacity), traits, only };
  const units = Array.from({ length: instances }, (_, index) => {
    const share = Object.entries(bound).map(([name, amount]) => {
      return [name, Math.floor(amount / instances) + (index < amount % instances ? 1 : 0)] as const;
    });
    return { amounts: nonZero({ ...Object.fromEntries(share), instances: 1 }), traits: [] };
  });
  return { units, loose: nonZero({ volumes }), traits, only };
}

/** The same in the words of the reference of placements. */
function enginesDemand({ units, loose, ...demand }: Demand) {
  const groups = units.map((unit) => ({ ...unit, count: 1 }));
  return { amounts: totalOf({ units, loose, ...demand }), units: groups, loose } as unknown as Parameters<
    typeof isWholeUnits
  >[0];
}

export function totalOf({ units, loose }: Demand): Amounts {
  return sumOf([...units.map(({ amounts }) => amounts), loose]);
}

export function has({ traits }: Host, wanted: Traits): boolean {
  const { cpuArchitecture = 'x86', typeOfStorage = 'volume', rdmaSupported = false } = traits;
  const same = (name?: string) => (name === 'x86_64' ? 'x86' : name);
  return (
    (wanted.cpuArchitecture === undefined || same(wanted.cpuArchitecture) === same(cpuArchitecture)) &&
    (wanted.typeOfStorage === undefined || wanted.typeOfStorage === typeOfStorage) &&
    (!wanted.rdmaSupported || rdmaSupported)
  );
}

export function sumOf(all: readonly Amounts[]): Amounts {
  const names = [...new Set(all.flatMap((amounts) => Object.keys(amounts)))];
  return nonZero(
    Object.fromEntries(names.map((name) => [name, sum(all.map((amounts) => amounts[name] ?? 0))])),
  );
}

export function isSame(a: Amounts, b: Amounts): boolean {
  return text(nonZero(a)) === text(nonZero(b));
}

export function nonZero(amounts: Readonly<Record<string, number | undefined>>): Amounts {
  const given = Object.entries(amounts).filter(([, amount]) => amount) as [string, number][];
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function of({ amounts }: { readonly amounts: Amounts }, name: string): number {
  return amounts[name] ?? 0;
}

function text(value: unknown): string {
  return JSON.stringify(value);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
