/** A model of a zone as its clients know it, and of what a query selects: second by second, collection by collection. */

export type Amounts = Readonly<Record<string, number>>;

export type Kind = 'ResourceProvider' | 'ResourcePool' | 'ResourceReservation' | 'ResourceAllocation';

/** Amounts on a provider. */
export type Share = readonly [provider: string, amounts: Amounts];

export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly start: number;
  /** The time at which it was ended, or will end. */
  end: number;
  /** Pool: amounts added; reservation: claims before any draw; instance: amounts used. */
  readonly shares: readonly Share[];
  /** `<Kind>:<id>` of each. The instances of a reservation are not included. */
  readonly elements: readonly string[];
  /** The providers that it is restricted to. */
  readonly tied?: readonly string[];
  /** The end of a hold. */
  readonly heldUntil?: number;
  /** The reservation that an instance draws on. */
  readonly reservation?: string;
  isGone?: boolean;
}

export type Metric = 'total' | 'reserved' | 'usage' | 'available';

export interface Query {
  readonly metric: Metric;
  readonly without: readonly string[];
  readonly some: readonly string[];
  readonly every: readonly string[];
  readonly window: { readonly start?: number; readonly end: number };
  readonly scope: 'inclusive' | 'exclusive';
}

const KINDS: Readonly<Record<Metric, readonly Kind[]>> = {
  total: ['ResourcePool'],
  reserved: ['ResourceReservation'],
  usage: ['ResourceAllocation'],
  available: ['ResourcePool', 'ResourceReservation', 'ResourceAllocation'],
};

export class SelectionModel {
  /** The things that the query does not leave out. */
  private readonly things: readonly Thing[];

  constructor(
    private readonly query: Query,
    private readonly all: readonly Thing[],
    private readonly now: number,
  ) {
    this.things = all.filter((thing) => !this.isOut(thing));
  }

  get start(): number {
    const { start, end } = this.query.window;
    return start ?? (end > this.now ? this.now : 0);
  }

  /** `<Kind>:<id>` of everything that the query lists. */
  listed(): string[] {
    return this.matching()
      .map(({ kind, id }) => `${kind}:${id}`)
      .sort();
  }

  countAt(second: number): number {
    return this.matching().filter((thing) => isOn(thing, second)).length;
  }

  figureAt(second: number, name: string): number {
    const { metric, scope } = this.query;
    const isNarrowed = this.query.some.length + this.query.every.length > 0;
    const isOfListed = isNarrowed || scope === 'exclusive';
    const things = isOfListed && metric !== 'available' ? this.matching() : this.things;
    const sumOf = (kind: Kind): number =>
      things
        .filter((thing) => thing.kind === kind && isOn(thing, second))
        .reduce((sum, thing) => sum + this.amountOf(thing, second, name, isNarrowed), 0);
    if (metric === 'total') return sumOf('ResourcePool');
    if (metric === 'reserved') return sumOf('ResourceReservation');
    if (metric === 'usage') return sumOf('ResourceAllocation');
    const free = sumOf('ResourcePool') - sumOf('ResourceReservation') - sumOf('ResourceAllocation');
    return scope === 'exclusive' ? Math.min(free, Math.max(0, this.ofListedAt(second, name))) : free;
  }

  /** The listed pools minus the listed reservations, with their instances, and minus the listed instances. */
  private ofListedAt(second: number, name: string): number {
    const listed = this.matching();
    const isListed = (id: string | undefined) => listed.some((thing) => thing.id === id);
    return this.things
      .filter((thing) => isOn(thing, second) && (isListed(thing.id) || isListed(thing.reservation)))
      .reduce((sum, thing) => {
        const amount = this.amountOf(thing, second, name, false);
        return thing.kind === 'ResourcePool' ? sum + amount : sum - amount;
      }, 0);
  }

  instants(): number[] {
    const seconds = this.things.flatMap(({ start, end }) => [start, end]);
    const { end } = this.query.window;
    return [...new Set([this.start, ...seconds])].filter((second) => second >= this.start && second < end);
  }

  /** The amount of a reservation is its remainder: what its instances do not draw at that time. */
  private amountOf(thing: Thing, second: number, name: string, isNarrowed: boolean): number {
    const drawing =
      thing.kind === 'ResourceReservation'
        ? this.things.filter(({ reservation }) => reservation === thing.id)
        : [];
    const drawn = drawing.filter((instance) => isOn(instance, second)).flatMap(({ shares }) => shares);
    const added = thing.shares.filter(([provider]) => this.isCounted(provider, isNarrowed));
    const taken = drawn.filter(([provider]) => this.isCounted(provider, isNarrowed));
    return total(added, name) - total(taken, name);
  }

  private isCounted(provider: string, isNarrowed: boolean): boolean {
    if (this.isNamed(this.query.without, 'ResourceProvider', provider)) return false;
    if (!isNarrowed || this.query.metric !== 'available') return true;
    return this.hasElements([`ResourceProvider:${provider}`]);
  }

  private matching(): Thing[] {
    const { metric, window, scope } = this.query;
    return this.things.filter((thing) => {
      const { kind, start, end, reservation } = thing;
      if (!KINDS[metric].includes(kind) || start >= end) return false;
      if (metric === 'available' && reservation !== undefined) return false;
      const isInside = scope === 'inclusive' || (start >= (window.start ?? 0) && end <= window.end);
      return end > this.start && start <= window.end && isInside && this.hasElements(this.elementsOf(thing));
    });
  }

  private elementsOf({ kind, id, elements }: Thing): string[] {
    if (kind !== 'ResourceReservation') return [...elements];
    const own = this.all.filter(
      ({ reservation, end, isGone }) => reservation === id && !isGone && end > this.now,
    );
    return [...elements, ...own.map((instance) => `ResourceAllocation:${instance.id}`)];
  }

  private hasElements(elements: readonly string[]): boolean {
    const has = (reference: string): boolean =>
      elements.some((element) => element === reference || element.endsWith(`:${reference}`));
    const { some, every } = this.query;
    return (some.length === 0 || some.some(has)) && every.every(has);
  }

  private isOut({ kind, id, shares, tied = [] }: Thing): boolean {
    if (this.isNamed(this.query.without, kind, id)) return true;
    const providers = shares.length > 0 ? shares.map(([provider]) => provider) : tied;
    const isOn = (provider: string): boolean =>
      this.isNamed(this.query.without, 'ResourceProvider', provider);
    return providers.length > 0 && providers.every(isOn);
  }

  private isNamed(references: readonly string[], kind: Kind, id: string): boolean {
    return references.includes(id) || references.includes(`${kind}:${id}`);
  }
}

function isOn({ start, end }: Thing, second: number): boolean {
  return start <= second && second < end;
}

function total(shares: readonly Share[], name: string): number {
  return shares.reduce((sum, [, amounts]) => sum + (amounts[name] ?? 0), 0);
}
