import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { overlaps, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import { Timeline, type Step } from '../timeline/timeline.js';

/** A reservation as it counts against the limits of its tenant. */
export interface Holding {
  readonly id: string;
  readonly window: TimeWindow;
  readonly amounts: ResourceAmounts;
  /** It does not count from this instant on: its hold, or its wait, is over. `FOREVER` if it has neither. */
  readonly lapsesAt: Instant;
}

interface PeakOptions {
  readonly now: Instant;
  /** The id of a reservation that does not count. */
  readonly without?: string;
}

/** Read-only view of what tenants hold. */
export type TenantHoldingsView = Readonly<Pick<TenantHoldings, 'isEmpty' | 'has' | 'peak'>>;

/**
 * What the reservations of tenants that have limits hold in a zone, added up over time (semantics §5, per-tenant limits). Kept for
 * the tenants that were asked for.
 */
export class TenantHoldings {
  /** The least recently used first. */
  private readonly tenants = new Map<string, HoldingsOfOne>();
  /** Of those kept since all were last weighed. */
  private unweighed = 0;

  get isEmpty(): boolean {
    return this.tenants.size === 0;
  }

  has(tenant: string): boolean {
    return this.tenants.has(tenant);
  }

  /**
   * Keeps the holdings of a tenant. Those of others are dropped, the least recently used first, while there are too many.
   *
   * @param needed tenants that are not dropped: one batch may decide for several
   */
  keep(tenant: string, holdings: readonly Holding[], needed: readonly string[] = [tenant]): void {
    const kept = new HoldingsOfOne();
    for (const holding of holdings) kept.replace(holding.id, holding);
    this.tenants.set(tenant, kept);
    this.unweighed += kept.weight;
    if (this.unweighed > UNWEIGHED) this.dropSome(needed);
  }

  /** Has the same holdings of a tenant as another, whatever that one drops later. */
  share(tenant: string, other: TenantHoldings): void {
    const kept = other.use(tenant);
    if (kept) this.tenants.set(tenant, kept);
  }

  /**
   * Notes that a reservation of a tenant now counts as this, or not at all.
   *
   * @returns takes it back; undefined if the tenant is not kept
   */
  replace(tenant: string, id: string, holding: Holding | undefined): (() => void) | undefined {
    const kept = this.tenants.get(tenant);
    if (!kept) return undefined;
    const before = kept.replace(id, holding);
    return () => kept.replace(id, before);
  }

  /** Notes that a reservation, of whichever tenant, has left the zone. */
  remove(id: string): void {
    for (const kept of this.tenants.values()) kept.replace(id, undefined);
  }

  /** The most of a class that a tenant holds in a window, and the first instant at which it does. The tenant must be kept. */
  peak(tenant: string, name: ResourceClass, window: TimeWindow, options: PeakOptions): Step {
    const kept = this.use(tenant);
    // Nobody may exceed a limit because it could not be checked.
    if (!kept) throw new Error('the holdings of a tenant with limits were not read');
    return kept.peak(name, window, options);
  }

  /** Those of a tenant, from now on the most recently used. */
  private use(tenant: string): HoldingsOfOne | undefined {
    const kept = this.tenants.get(tenant);
    if (!kept) return undefined;
    this.tenants.delete(tenant);
    this.tenants.set(tenant, kept);
    return kept;
  }

  /** Forgets what has ended by then, and the tenants that hold nothing more. */
  forgetBefore(instant: Instant): void {
    for (const [name, kept] of this.tenants) {
      kept.forgetBefore(instant);
      if (kept.isEmpty) this.tenants.delete(name);
    }
  }

  private dropSome(needed: readonly string[]): void {
    this.unweighed = 0;
    let weight = 0;
    for (const one of this.tenants.values()) weight += one.weight;
    for (const [name, one] of this.tenants) {
      if (weight <= MAX_KEPT) return;
      if (needed.includes(name)) continue;
      this.tenants.delete(name);
      weight -= one.weight;
    }
  }
}

/** Holdings kept per zone, some 250 bytes each. Those that a batch needs are kept even if they are more. */
const MAX_KEPT = 250_000;

/** Weighing takes as long as there are tenants, so it is not done for each. */
const UNWEIGHED = MAX_KEPT / 100;

/** A tenant takes as much memory as so many holdings, even if it holds nothing. */
const WEIGHT_OF_A_TENANT = 6;

class HoldingsOfOne {
  private readonly holdings = new Map<string, Holding>();
  /** Those that lapse: few. */
  private readonly lapsing = new Set<Holding>();
  private readonly sums = new Map<ResourceClass, Timeline>();

  get isEmpty(): boolean {
    return this.holdings.size === 0;
  }

  /** Its memory, as a number of holdings. */
  get weight(): number {
    return WEIGHT_OF_A_TENANT + this.holdings.size;
  }

  /** Returns what it replaces. */
  replace(id: string, holding: Holding | undefined): Holding | undefined {
    const before = this.holdings.get(id);
    if (before) {
      this.lapsing.delete(before);
      for (const name in before.amounts) this.sumOf(name).add(before.window, -before.amounts[name]);
    }
    if (holding) {
      this.holdings.set(id, holding);
      if (holding.lapsesAt < holding.window.end) this.lapsing.add(holding);
      for (const name in holding.amounts) this.sumOf(name).add(holding.window, holding.amounts[name]);
    } else this.holdings.delete(id);
    return before;
  }

  peak(name: ResourceClass, window: TimeWindow, { now, without }: PeakOptions): Step {
    const sum = this.sumOf(name);
    const own = without === undefined ? undefined : this.holdings.get(without);
    const lapsed = [...this.lapsing].filter((holding) => isLapsed(holding, now) && holding !== own);
    const uncounted = (own ? [...lapsed, own] : lapsed).filter((holding) => overlaps(holding.window, window));
    const apply = (sign: number): void => {
      for (const holding of uncounted) sum.add(holding.window, sign * (holding.amounts[name] ?? 0));
    };
    apply(-1);
    const peak = sum.greatest(window);
    apply(1);
    return peak;
  }

  forgetBefore(instant: Instant): void {
    for (const [id, holding] of this.holdings) {
      if (holding.window.end > instant) continue;
      this.holdings.delete(id);
      this.lapsing.delete(holding);
    }
    for (const sum of this.sums.values()) sum.forgetBefore(instant);
  }

  private sumOf(name: ResourceClass): Timeline {
    const sum = this.sums.get(name) ?? new Timeline();
    this.sums.set(name, sum);
    return sum;
  }
}

function isLapsed({ lapsesAt }: Holding, now: Instant): boolean {
  return lapsesAt <= now;
}
