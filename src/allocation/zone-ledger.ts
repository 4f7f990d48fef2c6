import type { DataSource, EntityManager } from 'typeorm';
import { isConnectionLoss, isRetryable } from '../database/constraints.js';
import { PipelinedTransaction } from '../database/pipelined-transaction.js';
import { whenReachable } from '../database/reachable.js';
import type { Transactions } from '../database/transactions.js';
import type { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId } from '../kernel/identifiers.js';
import type { Peers } from '../peers/peers.js';
import type { AddressBook } from './address-book.js';
import type { Admission } from './admission.js';
import { Draft } from './draft.js';
import type { GroupCommit } from './group-commit.js';
import { KnownAddresses } from './known-addresses.js';
import { buildFold, readSnapshot, type Snapshot } from './ledger-reader.js';
import { appendDraft, isCurrent, isStored, lockZone, readHead, type Append } from './ledger.js';
import { combineNeeds, needsRows, type CombinedNeeds } from './needs.js';
import { ZoneDecider } from './zone-decider.js';
import { KEPT_PAST_SECONDS, type ZoneFold } from './zone-fold.js';

/** Turns that follow each other no later than this are those of one rush. */
const TURNS_MILLISECONDS = 1_000;

/** One try at a batch: what was decided, and how far storing it got. */
interface Attempt {
  readonly batchId: string;
  /** The head it was decided on. */
  seen: number;
  draft?: Draft;
  outcomes: readonly Outcome[];
  appending: boolean;
  /** The draft has been taken back from the fold. */
  undone: boolean;
}

/** Where a try reads, and how it stores what it has decided. */
interface Ground {
  readonly db: EntityManager;
  /** False, and nothing written, when the head had moved. */
  readonly store: (append: Append) => Promise<boolean>;
}

/** Entries read at a time by one that follows what another process decides: some milliseconds' work. */
const FOLLOWED = 250;

/**
 * A fold that is behind by more than this is made anew if that takes less time: an entry that is added to the fold costs some five
 * times one that a new fold is made of.
 */
const FAR_BEHIND = 20_000;
const ADDED_TO_BUILT = 5;

/** The fold is of no use any more and is made anew; the batch is decided again. */
class FoldOutdated extends Error {}

/** What an admission has come to: what `decide` gave, or what it threw. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Those who are decided together, in their order. */
export interface Batch {
  readonly admissions: readonly Admission<unknown>[];
  /** Takes in who has come since, as far as they go together. */
  grow(): void;
}

/** What the ledgers of all zones share. */
export interface LedgerServices {
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly groupCommit: GroupCommit;
  readonly clock: Clock;
  readonly peers: Peers;
  /** Where zones get addresses from when they run out. */
  readonly publicIpRanges: readonly string[];
}

export interface ZoneLedgerFigures {
  /** Tries for nothing, because another process had moved the head. */
  misses: number;
  /** Folds made anew, because the database no longer had what they were made of. */
  rebuilds: number;
}

/**
 * A zone's ledger as this process knows it: the fold, and how a batch of admissions is decided on it and appended in one
 * statement. An append that finds the head moved writes nothing: the new entries are read and the batch is decided again.
 */
export class ZoneLedger {
  readonly figures: ZoneLedgerFigures = { misses: 0, rebuilds: 0 };
  readonly decider: ZoneDecider;
  private fold?: ZoneFold;
  /**
   * Another process has appended since this one last looked. Whoever races it decides for nothing when he loses, so the
   * zone is locked before deciding, turn by turn, until a turn finds nothing new.
   */
  private isContended = false;
  private lastTurn = Number.NEGATIVE_INFINITY;
  /** The head as this process last left it. */
  private headLeft = 0;
  private readonly addresses: KnownAddresses;
  /** Nothing is locked: whoever appends first has won. */
  private readonly raced: Ground;

  /** @param onAppended called after each commit */
  constructor(
    readonly zoneId: string,
    private readonly services: LedgerServices,
    private readonly onAppended: () => void,
  ) {
    this.addresses = new KnownAddresses(zoneId, services.publicIpRanges);
    this.decider = new ZoneDecider(zoneId, services.peers);
    const { dataSource, groupCommit } = services;
    this.raced = { db: dataSource.manager, store: (append) => groupCommit.append(append) };
  }

  /** The fold as it last was, perhaps stale: good for choosing where to ask first, never for an answer. */
  get lastSeen(): ZoneFold | undefined {
    return this.fold;
  }

  /** Makes the next admission that needs addresses read them anew. */
  forgetAddresses(): void {
    this.addresses.forget();
  }

  /**
   * Decides admissions in order and gives what each has come to, once all of it is stored.
   *
   * @throws DomainError `unknown-zone`; what a constraint refuses, which can be any one's
   */
  async decideUntilStored(batch: Batch): Promise<readonly Outcome[]> {
    const unanswered: Attempt[] = [];
    // Who has not been here for a while may have much to read, which is not to be done with the zone locked.
    if (performance.now() - this.lastTurn > TURNS_MILLISECONDS) this.isContended = false;
    for (;;) {
      const attempt: Attempt = { batchId: newId(), seen: 0, outcomes: [], appending: false, undone: false };
      try {
        const stored = await this.tryOnce(batch, attempt, unanswered);
        this.lastTurn = performance.now();
        if (stored) return this.accept(stored);
        undo(attempt);
        this.figures.misses += 1;
        await this.lookAround();
      } catch (error) {
        undo(attempt);
        if (isConnectionLoss(error) && (attempt.appending || unanswered.length > 0)) {
          if (attempt.appending) unanswered.push(attempt);
          await whenReachable(this.services.transactions, (tx) => readHead(tx, this.zoneId));
        } else if (!isRetryable(error) && !(error instanceof FoldOutdated)) throw error;
      }
    }
  }

  /** Reads a part of what others have written. True when no more is left. */
  async follow(): Promise<boolean> {
    const { dataSource, clock } = this.services;
    try {
      const fold = await this.currentFold(dataSource.manager);
      const snapshot = await readSnapshot(dataSource.manager, fold, combineNeeds([]), clock.now(), FOLLOWED);
      this.takeIn(fold, snapshot);
      return fold.head === snapshot.head;
    } catch (error) {
      if (error instanceof FoldOutdated) return false;
      throw error;
    }
  }

  /** After a lost race: reads what others have written, so that little is left to be read when it is this one's turn. */
  private async lookAround(): Promise<void> {
    const { manager } = this.services.dataSource;
    await this.catchUp(manager, await this.currentFold(manager), combineNeeds([]));
    this.isContended = true;
  }

  /** Gives the try that is stored, or undefined when the head had moved. */
  private async tryOnce(
    batch: Batch,
    attempt: Attempt,
    unanswered: readonly Attempt[],
  ): Promise<Attempt | undefined> {
    const [{ together }] = batch.admissions;
    if (together || unanswered.length > 0) return this.tryLocked(batch, attempt, unanswered);
    const isLook = batch.admissions.every(({ isLook }) => isLook);
    const stored =
      this.isContended && !isLook
        ? await this.tryInTurn(batch, attempt)
        : await this.attempt(this.raced, batch.admissions, this.isContended, attempt);
    return stored ? attempt : undefined;
  }

  /** With the zone locked, from before it is read until what was decided is committed: in two round trips, as others wait. */
  private async tryInTurn(batch: Batch, attempt: Attempt): Promise<boolean> {
    const { dataSource, clock } = this.services;
    const fold = await this.currentFold(dataSource.manager);
    return PipelinedTransaction.run(dataSource, async (transaction) => {
      const [, snapshot] = await transaction.begin((tx) =>
        Promise.all([lockZone(tx, this.zoneId), readSnapshot(tx, fold, combineNeeds([]), clock.now())]),
      );
      this.takeIn(fold, snapshot);
      // Waiting for the turn has taken its time, and whoever has come in it need not wait for the next one.
      batch.grow();
      const store = (append: Append): Promise<boolean> => transaction.commit((tx) => appendDraft(tx, append));
      const isBehind = fold.head < snapshot.head;
      return this.attempt({ db: transaction.tx, store }, batch.admissions, isBehind, attempt);
    });
  }

  /**
   * In a transaction in which there is more to do than to append. When an append was never answered, locking the zone waits for
   * the lost transaction to end, so whether it took effect is final before anything is decided again.
   */
  private tryLocked(
    batch: Batch,
    attempt: Attempt,
    unanswered: readonly Attempt[],
  ): Promise<Attempt | undefined> {
    const [{ together }] = batch.admissions;
    return this.services.transactions.run(async (tx) => {
      // Always in the same order, so that two that need each other's zone don't wait for each other.
      const zoneIds = together ? [this.zoneId, together.zoneId].sort() : [this.zoneId];
      for (const zoneId of zoneIds) await lockZone(tx, zoneId);
      for (const earlier of unanswered) {
        if (await isStored(tx, this.zoneId, earlier.seen, earlier.batchId)) return earlier;
      }
      undo(attempt);
      const store = async (append: Append): Promise<boolean> => {
        const stored = await appendDraft(tx, append);
        if (stored) await together?.store(tx);
        return stored;
      };
      return (await this.attempt({ db: tx, store }, batch.admissions, true, attempt)) ? attempt : undefined;
    });
  }

  /** Decides and appends. False when the head had moved: nothing was written, and the draft is to be undone. */
  private async attempt(
    { db, store }: Ground,
    batch: readonly Admission<unknown>[],
    behind: boolean,
    attempt: Attempt,
  ): Promise<boolean> {
    const needs = combineNeeds(batch.map(({ needs }) => needs ?? {}));
    const fold = await this.currentFold(db);
    const snapshot = behind || needsRows(needs) ? await this.catchUp(db, fold, needs) : undefined;
    const addresses = wantsAddresses(needs, snapshot)
      ? await this.addressBook(db, fold, snapshot)
      : undefined;
    // A zone's time never runs backwards, whatever the clocks of the processes say: a counter-entry from now on would
    // else reach back before the entry it takes back.
    const now = Math.max(this.services.clock.now(), fold.changedAt);
    const draft = new Draft(fold, now, snapshot?.rows, addresses);
    Object.assign(attempt, { draft, seen: fold.head, undone: false });
    attempt.outcomes = batch.map((admission) => decide(draft, admission));
    if (!draft.isEmpty) {
      attempt.appending = true;
      return store({ draft, batchId: attempt.batchId, decidedBy: this.decider.mark });
    }
    // Nothing to write: what was decided stands if all of it was read at once, or the head is still the one it was decided
    // on. The book of addresses is read after the rest.
    const isOfOneSnapshot = snapshot !== undefined && addresses === undefined;
    return isOfOneSnapshot || (await isCurrent(db, fold));
  }

  /** The draft is stored: what the fold shows of it is true now. If it was undone before, the fold is just behind. */
  private accept({ draft, batchId, outcomes, undone }: Attempt): readonly Outcome[] {
    if (draft && !draft.isEmpty && !undone) {
      const { fold } = draft;
      const head = fold.head + draft.entries.length;
      // New ranges are in the zone now, but not in the book.
      if (draft.addressRanges.length > 0) this.addresses.forget();
      else this.addresses.moveOn(fold.head, head);
      fold.head = head;
      fold.headBatch = batchId;
      fold.changedAt = draft.now;
      this.headLeft = head;
      this.decider.noteAppended();
      this.onAppended();
    }
    return outcomes;
  }

  private async currentFold(db: EntityManager): Promise<ZoneFold> {
    const now = this.services.clock.now();
    this.fold ??= await buildFold(db, this.zoneId, now - KEPT_PAST_SECONDS);
    if (!this.fold) {
      throw new DomainError('unknown', 'unknown-zone', `zone '${this.zoneId}' is not known`);
    }
    if (this.fold.forgetPast(now)) this.addresses.forgetBefore(now);
    return this.fold;
  }

  /** Reads what the fold is behind by, some at a time; the rows are those of the last look, which goes with its head. */
  private async catchUp(db: EntityManager, fold: ZoneFold, needs: CombinedNeeds): Promise<Snapshot> {
    for (;;) {
      const snapshot = await readSnapshot(db, fold, needs, this.services.clock.now());
      this.takeIn(fold, snapshot);
      if (fold.head === snapshot.head) return snapshot;
    }
  }

  private forgetFold(): void {
    this.fold = undefined;
    this.addresses.forget();
  }

  private takeIn(fold: ZoneFold, snapshot: Snapshot): void {
    if (snapshot.head < fold.head || snapshot.seenBatch !== fold.headBatch) {
      // The database no longer has what the fold was made of, as after a failover that lost commits.
      this.forgetFold();
      this.figures.rebuilds += 1;
      throw new FoldOutdated();
    }
    const behind = snapshot.head - fold.head;
    if (behind > FAR_BEHIND && behind * ADDED_TO_BUILT > snapshot.head) {
      this.forgetFold();
      throw new FoldOutdated();
    }
    if (snapshot.entries.length > 0) this.decider.noteMark(snapshot.decidedBy);
    for (const entry of snapshot.entries) fold.apply(entry);
    fold.head += snapshot.entries.length;
    fold.headBatch = snapshot.lastBatch ?? fold.headBatch;
    fold.changedAt = snapshot.changedAt;
    this.isContended &&= fold.head !== this.headLeft;
  }

  /** From when those loaded began on: what is given to one that runs must have been free since its start. */
  private addressBook(db: EntityManager, fold: ZoneFold, snapshot?: Snapshot): Promise<AddressBook> {
    const starts = [...(snapshot?.rows.reservations.values() ?? [])].map(({ record }) => record.window.start);
    return this.addresses.book(db, fold.head, Math.min(this.services.clock.now(), ...starts));
  }
}

/** Asked for, or held by a reservation that is about to change. */
function wantsAddresses(needs: CombinedNeeds, snapshot: Snapshot | undefined): boolean {
  if (needs.addresses) return true;
  return [...(snapshot?.rows.reservations.values() ?? [])].some(({ record }) => record.addresses.length > 0);
}

function decide(draft: Draft, admission: Admission<unknown>): Outcome {
  try {
    const value = draft.attempt(() => admission.decide(draft));
    if (admission.remember) draft.saveRequest(admission.remember(value));
    return { value };
  } catch (error) {
    return { error };
  }
}

function undo(attempt: Attempt): void {
  attempt.draft?.undo();
  attempt.undone = true;
}
