import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { AddressBook } from './address-book.js';
import type { Draft } from './draft.js';
import { KnownAddresses } from './known-addresses.js';
import { buildFold, readSnapshot, type Snapshot } from './ledger-reader.js';
import { readHead } from './ledger.js';
import { combineNeeds, type CombinedNeeds } from './needs.js';
import type { ZoneDecider } from './zone-decider.js';
import { KEPT_PAST_SECONDS, type ZoneFold, type ZoneView } from './zone-fold.js';

/**
 * A fold that is behind by more than this is made anew if that takes less time: an entry that is added to a fold costs some five
 * times one that a new fold is made of.
 */
const FAR_BEHIND = 20_000;
const ADDED_TO_BUILT = 5;

/** For how long little must have been written before a fold is made anew that nobody waits for: it takes a processor for seconds. */
const LULL_MILLISECONDS = 10_000;

/** The fold is of no use any more and is made anew; what was to be decided on it is decided again. */
export class FoldOutdated extends Error {}

interface FoldServices {
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly publicIpRanges: readonly string[];
}

/** A zone's fold and its book of addresses: made when they are wanted, kept, and brought up to date. */
export class KeptFold {
  private fold?: ZoneFold;
  private readonly addresses: KnownAddresses;
  private timesRebuilt = 0;
  /** The zone's head when it was last to be followed, and when last too much had been written since the look before. */
  private headLookedAt = 0;
  private busyAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly zoneId: string,
    private readonly services: FoldServices,
    private readonly decider: Pick<ZoneDecider, 'noteMark'>,
  ) {
    this.addresses = new KnownAddresses(zoneId, services.publicIpRanges);
  }

  /** As it last was, perhaps stale. */
  get lastSeen(): ZoneView | undefined {
    return this.fold;
  }

  /** How often the database no longer had what the fold was made of. */
  get rebuilds(): number {
    return this.timesRebuilt;
  }

  /** Makes the next admission that needs addresses read them anew. */
  forgetAddresses(): void {
    this.addresses.forget();
  }

  /** @throws DomainError `unknown-zone` */
  async current(db: EntityManager): Promise<ZoneFold> {
    const now = this.services.clock.now();
    this.fold ??= await buildFold(db, this.zoneId, now - KEPT_PAST_SECONDS);
    if (!this.fold) {
      throw new DomainError('unknown', 'unknown-zone', `zone '${this.zoneId}' is not known`);
    }
    if (this.fold.forgetPast(now)) this.addresses.forgetBefore(now);
    return this.fold;
  }

  /** What the fold is behind by, or so many entries of it at most, and the rows that are needed. */
  read(db: EntityManager, fold: ZoneView, needs: CombinedNeeds, most?: number): Promise<Snapshot> {
    return readSnapshot(db, fold, needs, this.services.clock.now(), most);
  }

  /** Reads what the fold is behind by, some at a time; the rows are those of the last look, which goes with its head. */
  async catchUp(db: EntityManager, fold: ZoneFold, needs: CombinedNeeds): Promise<Snapshot> {
    for (;;) {
      const snapshot = await this.read(db, fold, needs);
      this.takeIn(fold, snapshot);
      if (fold.head === snapshot.head) return snapshot;
    }
  }

  /** Reads so many entries at most of what the fold is behind by, and gives how many: fewer, and no more are left. */
  async readOn(most: number): Promise<number> {
    const { manager } = this.services.dataSource;
    try {
      const fold = await this.current(manager);
      const snapshot = await this.read(manager, fold, combineNeeds([]), most);
      this.takeIn(fold, snapshot);
      return snapshot.entries.length;
    } catch (error) {
      if (error instanceof FoldOutdated) return most;
      throw error;
    }
  }

  /**
   * Reads on, but not where more is written than is read: it would get ever further behind, and pay for each entry. Such a fold is
   * brought up to date when it is wanted, or when less is written; and where that means to make it anew, not before a lull.
   */
  async follow(most: number): Promise<number> {
    const head = (await readHead(this.services.dataSource.manager, this.zoneId)) ?? 0;
    const isTooMuch = head - this.headLookedAt > most;
    this.headLookedAt = head;
    if (isTooMuch) this.busyAt = performance.now();
    const isLull = performance.now() - this.busyAt > LULL_MILLISECONDS;
    return isTooMuch || (isFarBehind(this.fold?.head ?? 0, head) && !isLull) ? 0 : this.readOn(most);
  }

  /** @throws FoldOutdated */
  takeIn(fold: ZoneFold, snapshot: Snapshot): void {
    if (snapshot.head < fold.head || snapshot.seenBatch !== fold.headBatch) {
      // The database no longer has what the fold was made of, as after a failover that lost commits.
      this.timesRebuilt += 1;
      this.giveUp();
    }
    if (isFarBehind(fold.head, snapshot.head)) this.giveUp();
    if (snapshot.entries.length > 0) this.decider.noteMark(snapshot.decidedBy);
    for (const entry of snapshot.entries) fold.apply(entry);
    fold.head += snapshot.entries.length;
    if (snapshot.entries.length > 0) fold.othersHead = fold.head;
    fold.headBatch = snapshot.lastBatch ?? fold.headBatch;
    fold.changedAt = snapshot.changedAt;
  }

  /** A draft is stored: what the fold shows of it is true now. */
  moveOn(draft: Draft, batchId: string): void {
    const { head } = draft.fold;
    draft.settle(batchId);
    // New ranges are in the zone now, but not in the book.
    if (draft.addressRanges.length > 0) this.addresses.forget();
    else this.addresses.moveOn(head, draft.fold.head);
  }

  /**
   * The book, where addresses are asked for, looked at or held by a reservation that is about to change. It goes back to where the first of
   * those loaded began: what is given to one that runs must have been free since its start.
   */
  async addressBook(
    db: EntityManager,
    fold: ZoneView,
    needs: CombinedNeeds,
    snapshot: Snapshot | undefined,
  ): Promise<AddressBook | undefined> {
    const loaded = [...(snapshot?.rows.reservations.values() ?? [])].map(({ record }) => record);
    const looks = needs.addressesFrom.filter((from) => from >= fold.knownFrom && fold.tracks('addresses'));
    const isHeld = loaded.some(({ addresses }) => addresses.length > 0);
    if (!needs.addresses && looks.length === 0 && !isHeld) return undefined;
    const since = Math.min(this.services.clock.now(), ...looks, ...loaded.map(({ window }) => window.start));
    return this.addresses.book(db, fold.head, since);
  }

  /** Throws the fold and the book of addresses away; the next batch rebuilds them. One under way ends on the old fold. */
  drop(): void {
    this.fold = undefined;
    this.addresses.forget();
  }

  private giveUp(): never {
    this.drop();
    throw new FoldOutdated();
  }
}

function isFarBehind(from: number, head: number): boolean {
  const behind = head - from;
  return behind > FAR_BEHIND && behind * ADDED_TO_BUILT > head;
}
