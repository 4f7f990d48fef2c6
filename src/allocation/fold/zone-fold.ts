import { byReportingOrder, type ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { resultOf } from '../../kernel/pace.js';
import { sumInParts } from './capacity-timelines-builder.js';
import { CapacityTimelines, type CapacityView } from './capacity-timelines.js';
import type { FoldEntry } from './entry.js';
import { TenantHoldings, type TenantHoldingsView } from './tenant-holdings.js';

/** Read-only view of a fold, for decisions, queries and metrics. */
export type ZoneView = Readonly<
  Omit<ZoneFold, 'tenants' | 'foldedFrom' | 'sumUp' | 'apply' | 'noteUnbacked' | 'expectWake' | 'forgetPast'>
> & { readonly tenants: TenantHoldingsView };

/**
 * The state of a zone: the timelines of each provider, and of the zone as a whole. It is a cache of the ledger up to
 * `head`. It can be dropped at any time and is rebuilt from the entries that end in the future.
 */
export class ZoneFold {
  /** Batch of the entry at `head`. After a failover that lost commits, the same number may be another entry. */
  headBatch?: string;
  /** When the entry at `head` was decided; `lastUpdate` on the wire. */
  recordedAt: Instant;
  /** No hold of the zone ends before this instant. */
  nextHold: Instant = FOREVER;
  private unbacked: Unbacked = NO_UNBACKED;
  private wake: Instant = FOREVER;
  /** In a zone of several providers, updated with every entry. */
  private wholeOfMany?: CapacityTimelines;
  private forgottenBefore: Instant = 0;
  /** Classes of all pool entries, ended ones included: class → provider → number of known entries. */
  private readonly tracked = new Map<ResourceClass, Map<string, number>>();
  readonly tenants = new TenantHoldings();

  constructor(
    readonly zoneId: string,
    /** Number of the last entry applied. */
    public head: number,
    /** The zone's time: no later entry is recorded before it. It may be later than the last entry, see `advanceZoneClock`. */
    public changedAt: Instant,
    /** Entries that ended by this instant are not in the fold. Queries of the past read the table. */
    readonly foldedFrom: Instant,
    private readonly providers: Map<string, CapacityTimelines>,
    tracked: Iterable<readonly [providerId: string, name: ResourceClass]>,
  ) {
    this.recordedAt = changedAt;
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

  /** A provider without entries gets new, empty timelines: providers must not share them. */
  provider(id: string): CapacityView {
    return this.providers.get(id) ?? new CapacityTimelines();
  }

  /** The sum over all providers. */
  whole(): CapacityView {
    if (this.providers.size > 1) this.wholeOfMany ??= resultOf(sumInParts(this.providers.values()));
    return this.wholeIfKept() ?? new CapacityTimelines();
  }

  /** The sum over all providers if it needs no computation; undefined if it has not been computed yet. */
  wholeIfKept(): CapacityView | undefined {
    if (this.providers.size > 1) return this.wholeOfMany;
    const [only] = this.providers.values();
    return only ?? new CapacityTimelines();
  }

  /** Whether the sum is there that entries of these providers need: the first entry of a second provider would make it at once. */
  hasSumFor(providerIds: readonly string[]): boolean {
    return this.wholeOfMany !== undefined || new Set([...this.providers.keys(), ...providerIds]).size < 2;
  }

  /**
   * Adds up the sum over all providers, part by part: in a large zone that takes seconds. Later it would be done at once.
   *
   * @param further providers that may get their first entry
   */
  *sumUp(further: readonly string[] = []): Generator<void, void> {
    if (!this.hasSumFor(further)) this.wholeOfMany = yield* sumInParts(this.providers.values());
  }

  apply(entry: FoldEntry, sign: 1 | -1 = 1): void {
    if (entry.providerId === undefined) return;
    if (entry.moves === 'total') {
      for (const name in entry.amounts) this.track(entry.providerId, name, sign);
    }
    this.wholeOfMany?.apply(entry, sign);
    const known = this.providers.get(entry.providerId);
    const provider = known ?? new CapacityTimelines();
    if (!known) this.providers.set(entry.providerId, provider);
    provider.apply(entry, sign);
    // No large zone gets here without the sum: see `sumUp`.
    if (!known) this.whole();
  }

  /**
   * No reservation that holds nothing begins to fit before this instant by the passage of time alone. That takes a start that
   * has passed, and a change of a provider's capacity or of the addresses that are free.
   */
  get nextWake(): Instant {
    return this.wake;
  }

  /** Before this instant, the clock alone changes nothing that a decision depends on, apart from the windows. */
  get nextDue(): Instant {
    return Math.min(this.nextHold, this.wake);
  }

  /** Notes further reservations that hold nothing. */
  noteUnbacked({ from, wantAddresses }: Unbacked): void {
    this.unbacked = {
      from: Math.min(this.unbacked.from, from),
      wantAddresses: this.unbacked.wantAddresses || wantAddresses,
    };
  }

  /** Sets the next wake, after all reservations that hold nothing were tried at an instant. */
  expectWake(tried: Instant, { unbacked = this.unbacked, addressChange }: Expected = {}): void {
    this.unbacked = unbacked;
    const { from, wantAddresses } = unbacked;
    if (from === FOREVER) {
      this.wake = FOREVER;
      return;
    }
    // The fold has no changes before that, so there may have been one.
    const change = tried < this.knownFrom ? tried + 1 : this.nextChange(tried);
    const mayGetAddresses = wantAddresses && this.tracks('addresses');
    this.wake = Math.max(from, mayGetAddresses ? Math.min(change, addressChange?.() ?? tried + 1) : change);
  }

  private nextChange(after: Instant): Instant {
    let next = FOREVER;
    for (const provider of this.providers.values()) next = Math.min(next, provider.nextChange(after));
    return next;
  }

  private track(providerId: string, name: ResourceClass, sign: 1 | -1): void {
    const providers = this.tracked.get(name) ?? new Map<string, number>();
    const count = (providers.get(providerId) ?? 0) + sign;
    if (count > 0) providers.set(providerId, count);
    else providers.delete(providerId);
    if (providers.size > 0) this.tracked.set(name, providers);
    else this.tracked.delete(name);
  }

  /** Removes past changes from time to time, so that memory grows with live entries only. True if it did. */
  forgetPast(now: Instant): boolean {
    const horizon = now - KEPT_PAST_SECONDS;
    if (horizon - this.forgottenBefore < FORGET_EVERY_SECONDS) return false;
    this.forgottenBefore = horizon;
    for (const provider of this.providers.values()) provider.forgetBefore(horizon);
    this.wholeOfMany?.forgetBefore(horizon);
    this.tenants.forgetBefore(horizon);
    return true;
  }

  /** The fold has all figures from this instant on. */
  get knownFrom(): Instant {
    return Math.max(this.foldedFrom, this.forgottenBefore);
  }

  get size(): number {
    let size = this.wholeOfMany?.size ?? 0;
    for (const provider of this.providers.values()) size += provider.size;
    return size;
  }
}

/** Reservations that hold nothing: waiting ones, and those in conflict. */
export interface Unbacked {
  /** Their earliest start, or earlier; `FOREVER`: there are none. */
  readonly from: Instant;
  /** Whether any of them may lack addresses. */
  readonly wantAddresses: boolean;
}

export const NO_UNBACKED: Unbacked = { from: FOREVER, wantAddresses: false };

interface Expected {
  /** Those that still hold nothing; absent: as noted. */
  readonly unbacked?: Unbacked;
  /** The first later instant at which the passage of time frees addresses. Absent, or undefined: it is not known. */
  readonly addressChange?: () => Instant | undefined;
}

/** Past that a fold retains, so that requests of a client with a slow clock are answered from memory. */
export const KEPT_PAST_SECONDS = 3_600;
const FORGET_EVERY_SECONDS = 600;
