import { byReportingOrder, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import { sumOfTimelines } from './capacity-timelines-builder.js';
import { CapacityTimelines, type CapacityView } from './capacity-timelines.js';
import type { FoldEntry } from './ledger-entry.js';

/** A fold for reading: decisions, queries and metrics get this, which has no mutators. */
export type ZoneView = Readonly<
  Pick<
    ZoneFold,
    | 'zoneId'
    | 'head'
    | 'headBatch'
    | 'othersHead'
    | 'changedAt'
    | 'knownFrom'
    | 'tracks'
    | 'trackedClasses'
    | 'providerIds'
    | 'provider'
    | 'whole'
    | 'wholeIfKept'
    | 'size'
  >
>;

/**
 * A zone's live entries, folded: per provider its timelines, and those of the zone as a whole. It is a cache of the
 * ledger up to `head`: it can be thrown away at any time and is rebuilt from the entries that end in the future.
 */
export class ZoneFold {
  /** The batch that the entry at `head` belongs to: the same number in another history is another entry. */
  headBatch?: string;
  /** The last entry that may be another process's: those after it are known to be this one's own. */
  othersHead: number;
  /** Built when first asked for in a zone of several providers, and kept up to date from then on. */
  private wholeOfMany?: CapacityTimelines;
  private forgottenBefore: Instant = 0;
  /** Classes that pool entries have carried, be they over or not: of which provider, and how many are known to have. */
  private readonly tracked = new Map<ResourceClass, Map<string, number>>();

  constructor(
    readonly zoneId: string,
    /** The number of the last entry folded in. */
    public head: number,
    /** When the last entry was recorded; what `lastUpdate` answers. */
    public changedAt: Instant,
    /** Entries that were over by then are not in the fold; the past is answered from the table. */
    readonly foldedFrom: Instant,
    private readonly providers: Map<string, CapacityTimelines>,
    tracked: Iterable<readonly [providerId: string, name: ResourceClass]>,
  ) {
    this.othersHead = head;
    for (const [providerId, name] of tracked) this.track(providerId, name, 1);
  }

  /** Whether a pool entry of the zone, or of one provider, has ever carried a class. */
  tracks(name: ResourceClass, providerId?: string): boolean {
    const providers = this.tracked.get(name);
    return providerId === undefined ? providers !== undefined : providers?.has(providerId) === true;
  }

  trackedClasses(): ResourceClass[] {
    return [...this.tracked.keys()].sort(byReportingOrder);
  }

  providerIds(): Iterable<string> {
    return this.providers.keys();
  }

  /** A provider without entries has timelines of its own that are empty: nothing is shared between those that have nothing. */
  provider(id: string): CapacityView {
    return this.providers.get(id) ?? new CapacityTimelines();
  }

  /** The sum over all providers. */
  whole(): CapacityView {
    if (this.providers.size > 1) this.wholeOfMany ??= sumOfTimelines(this.providers.values());
    return this.wholeIfKept() ?? new CapacityTimelines();
  }

  /** The sum over all providers where it needs no adding up; undefined where several providers have not been added up yet. */
  wholeIfKept(): CapacityView | undefined {
    if (this.providers.size > 1) return this.wholeOfMany;
    const [only] = this.providers.values();
    return only ?? new CapacityTimelines();
  }

  apply(entry: FoldEntry, sign: 1 | -1 = 1): void {
    if (entry.providerId === undefined) return;
    if (entry.moves === 'total') {
      for (const name in entry.amounts) this.track(entry.providerId, name, sign);
    }
    this.wholeOfMany?.apply(entry, sign);
    let provider = this.providers.get(entry.providerId);
    if (!provider) {
      provider = new CapacityTimelines();
      this.providers.set(entry.providerId, provider);
    }
    provider.apply(entry, sign);
  }

  private track(providerId: string, name: ResourceClass, sign: 1 | -1): void {
    const providers = this.tracked.get(name) ?? new Map<string, number>();
    const count = (providers.get(providerId) ?? 0) + sign;
    if (count > 0) providers.set(providerId, count);
    else providers.delete(providerId);
    if (providers.size > 0) this.tracked.set(name, providers);
    else this.tracked.delete(name);
  }

  /** Lets go of the past now and then, so that memory follows what is live. True when it did. */
  forgetPast(now: Instant): boolean {
    const horizon = now - KEPT_PAST_SECONDS;
    if (horizon - this.forgottenBefore < FORGET_EVERY_SECONDS) return false;
    this.forgottenBefore = horizon;
    for (const provider of this.providers.values()) provider.forgetBefore(horizon);
    this.wholeOfMany?.forgetBefore(horizon);
    return true;
  }

  /** From when on this fold knows every figure. */
  get knownFrom(): Instant {
    return Math.max(this.foldedFrom, this.forgottenBefore);
  }

  get size(): number {
    let size = this.wholeOfMany?.size ?? 0;
    for (const provider of this.providers.values()) size += provider.size;
    return size;
  }
}

/** A client whose clock is slow, or who asks about a moment ago, is still answered from memory. */
export const KEPT_PAST_SECONDS = 3_600;
const FORGET_EVERY_SECONDS = 600;
