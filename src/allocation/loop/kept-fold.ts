import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { AddressBook, AddressView } from '../addresses/address-book.js';
import { WITHOUT_PAUSE } from '../../kernel/pace.js';
import type { Instant } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import { holdingOf } from '../admission/records.js';
import { unbackedOf } from '../admission/unbacked.js';
import { KnownAddresses } from '../addresses/known-addresses.js';
import { readHoldings } from '../ledger/counted-reservations.js';
import { buildFold } from '../ledger/build-fold.js';
import { readSnapshot, type Snapshot } from '../ledger/reader.js';
import type { CombinedNeeds } from '../admission/needs.js';
import { KeptUnbacked, type UnbackedReservations } from './kept-unbacked.js';
import { KEPT_PAST_SECONDS, type ZoneFold, type ZoneView } from '../fold/zone-fold.js';

/**
 * Lag in entries from which a fold is rebuilt if that takes less time. Applying an entry to a fold takes some five
 * times as long as building a fold with it.
 */
const FAR_BEHIND = 20_000;
const APPLY_TO_BUILD_COST = 5;

/** The fold was dropped. The batch must be decided again on a rebuilt fold. */
export class FoldOutdated extends Error {}

interface FoldServices {
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly publicIpRanges: readonly string[];
}

/** Cache of a zone's fold and address book. Both are built on first use and then kept up to date. */
export class KeptFold {
  private fold?: ZoneFold;
  private readonly addresses: KnownAddresses;
  private readonly unbacked = new KeptUnbacked();
  /** Rebuilds because the database no longer had the entries of the fold. */
  rebuilds = 0;

  constructor(
    private readonly zoneId: string,
    private readonly services: FoldServices,
  ) {
    this.addresses = new KnownAddresses(zoneId, services.publicIpRanges);
  }

  /** The cached fold, possibly stale: good for ranking zones, never for an answer. */
  get lastSeen(): ZoneView | undefined {
    return this.fold;
  }

  /** The address book as last read, possibly stale: good for ranking zones. */
  get lastSeenAddresses(): AddressView | undefined {
    return this.addresses.lastSeen;
  }

  /** Invalidates the address book. The next admission that needs it reads it again. */
  forgetAddresses(): void {
    this.addresses.forget();
  }

  /** @throws DomainError `unknown-zone` */
  async current(db: EntityManager): Promise<ZoneFold> {
    const now = this.services.clock.now();
    this.fold ??= await this.build(db, now - KEPT_PAST_SECONDS);
    if (this.fold.forgetPast(now)) this.addresses.forgetBefore(now);
    return this.fold;
  }

  private async build(db: EntityManager, since: Instant): Promise<ZoneFold> {
    const fold = await buildFold(db, this.zoneId, since);
    if (!fold) throw new DomainError('unknown', 'unknown-zone', `zone '${this.zoneId}' is not known`);
    return fold;
  }

  /**
   * Adds up what tenants hold, and the providers if another one may get its first entry, unless the fold has it. What is read may be
   * later than the fold's head, so the fold has to catch up then.
   *
   * @returns whether something was read
   */
  async prepare(
    db: EntityManager,
    fold: ZoneFold,
    { heldBy, providers }: Pick<CombinedNeeds, 'heldBy' | 'providers'>,
  ): Promise<boolean> {
    await WITHOUT_PAUSE.inParts(fold.sumUp(providers));
    const unknown = heldBy.filter((tenant) => !fold.tenants.has(tenant));
    for (const tenant of unknown)
      fold.tenants.keep(tenant, await readHoldings(db, this.zoneId, tenant, fold.knownFrom), heldBy);
    return unknown.length > 0;
  }

  /**
   * Reads the entries after the fold's head, `CATCH_UP` at most, and the rows needed.
   *
   * @param now what has ended by then is not read, so it must not be later than the decision
   */
  async read(db: EntityManager, fold: ZoneView, needs: CombinedNeeds, now: Instant): Promise<Snapshot> {
    const known = needs.unbacked ? this.unbacked.at(fold.head, now, fold.knownFrom) : undefined;
    const unknown = known
      ? { ...needs, unbacked: false, traits: needs.traits || this.unbacked.requireTraits }
      : needs;
    const snapshot = await readSnapshot(db, fold, unknown, now);
    if (known && snapshot.head === fold.head) return withUnbacked(snapshot, known);
    if (known) return readSnapshot(db, fold, needs, now);
    if (needs.unbacked) this.unbacked.keep(snapshot.head, snapshot.rows);
    return snapshot;
  }

  /** Reads and applies entries until the fold is at the head. The rows returned belong to the snapshot of that head. */
  async catchUp(db: EntityManager, fold: ZoneFold, needs: CombinedNeeds, now: Instant): Promise<Snapshot> {
    for (;;) {
      const snapshot = await this.read(db, fold, needs, now);
      this.applySnapshot(fold, snapshot);
      if (fold.head === snapshot.head) return snapshot;
    }
  }

  /** @throws FoldOutdated */
  applySnapshot(fold: ZoneFold, snapshot: Snapshot): void {
    if (snapshot.head < fold.head || snapshot.seenBatch !== fold.headBatch) {
      // The database no longer has the entries of the fold, for example after a failover that lost commits.
      this.rebuilds += 1;
      this.giveUp();
    }
    const providers = snapshot.entries.flatMap(({ providerId }) => providerId ?? []);
    if (isFarBehind(fold.head, snapshot.head) || !fold.hasSumFor(providers)) this.giveUp();
    for (const entry of snapshot.entries) fold.apply(entry);
    for (const change of snapshot.changed) noteHolding(fold, change);
    fold.head += snapshot.entries.length;
    fold.headBatch = snapshot.lastBatch ?? fold.headBatch;
    fold.changedAt = snapshot.changedAt;
    fold.nextHold = snapshot.nextHold;
    // Other processes have tried the reservations that hold nothing with each of their entries.
    const { lastRecorded, unbacked } = snapshot;
    if (snapshot.entries.length === 0) return;
    fold.recordedAt = lastRecorded;
    fold.expectWake(lastRecorded, { unbacked });
  }

  /**
   * To be called before a decision. A clock that was ahead by hours and has been set right leaves a fold without what ends before then.
   *
   * @throws FoldOutdated
   */
  checkKnownAt(fold: ZoneView, now: Instant): void {
    if (fold.knownFrom > now) this.giveUp();
  }

  /** Moves the fold to the head of a draft that has been stored. */
  moveOn(draft: Draft, batchId: string): void {
    const { head } = draft.fold;
    draft.settle(batchId, () => this.addresses.nextChange(head, draft.now));
    this.unbacked.moveOn(draft, head, draft.fold.head);
    // The book lacks the new ranges.
    if (draft.addressRanges.length > 0) this.addresses.forget();
    else this.addresses.moveOn(head, draft.fold.head);
  }

  /** The address book, if a request needs or reads addresses, or a loaded reservation holds some or waits for them. */
  async addressBook(
    db: EntityManager,
    fold: ZoneView,
    needs: CombinedNeeds,
    { snapshot, now }: { readonly snapshot?: Snapshot; readonly now: Instant },
  ): Promise<AddressBook | undefined> {
    const loaded = [...(snapshot?.rows.reservations.values() ?? [])];
    const waiting = [...(snapshot?.rows.waiting.values() ?? [])];
    const looks = needs.addressesFrom.filter((from) => from >= fold.knownFrom && fold.tracks('addresses'));
    const isHeld = loaded.some(({ record }) => record.addresses.length > 0);
    const isAwaited = [...waiting, ...loaded].some(
      ({ record }) => record.status === 'waiting' && (record.amounts.addresses ?? 0) > 0,
    );
    if (!needs.addresses && looks.length === 0 && !isHeld && !isAwaited) return undefined;
    const since = Math.min(now, ...looks);
    return this.addresses.book(db, fold.head, since);
  }

  /** The reservations that hold nothing, which a batch has read, were tried at this instant. */
  noteTried(draft: Draft): void {
    const { now, rows } = draft;
    const isAll = rows.areAllInConflict && rows.isAllWaiting;
    const unbacked = isAll
      ? unbackedOf([...draft.knownReservations(), ...draft.waiting()], now)
      : { from: 0, wantAddresses: true };
    const addressChange = (): Instant | undefined => this.addresses.nextChange(draft.fold.head, now);
    this.fold?.expectWake(now, { unbacked, addressChange });
  }

  /** Drops the fold and the address book; the next batch rebuilds them. A batch in progress ends on the old fold. */
  drop(): void {
    this.fold = undefined;
    this.addresses.forget();
    this.unbacked.drop();
  }

  private giveUp(): never {
    this.drop();
    throw new FoldOutdated();
  }
}

function noteHolding({ tenants }: ZoneFold, { id, reservation }: Snapshot['changed'][number]): void {
  if (!reservation) tenants.remove(id);
  else if (reservation.tenant !== undefined) tenants.replace(reservation.tenant, id, holdingOf(reservation));
}

function withUnbacked(snapshot: Snapshot, { inConflict, waiting }: UnbackedReservations): Snapshot {
  const reservations = new Map([...inConflict, ...snapshot.rows.reservations]);
  return { ...snapshot, rows: { ...snapshot.rows, reservations, waiting } };
}

function isFarBehind(from: number, head: number): boolean {
  const behind = head - from;
  return behind > FAR_BEHIND && behind * APPLY_TO_BUILD_COST > head;
}
