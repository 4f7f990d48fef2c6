import type { DataSource, EntityManager } from 'typeorm';
import { asDomainError, isConnectionLoss, isRetryable } from '../database/constraints.js';
import { whenReachable } from '../database/reachable.js';
import type { Transactions } from '../database/transactions.js';
import type { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId } from '../kernel/identifiers.js';
import type { Instant } from '../kernel/time-window.js';
import { readAddressBook } from './address-book-reader.js';
import type { AddressBook } from './address-book.js';
import type { Admission } from './admission.js';
import { Draft } from './draft.js';
import { buildFold, readSnapshot, type Snapshot } from './ledger-reader.js';
import { appendDraft, isCurrent, isStored, readHead } from './ledger.js';
import { combineNeeds, needsRows, type CombinedNeeds } from './needs.js';
import { KEPT_PAST_SECONDS, type ZoneFold } from './zone-fold.js';

/**
 * How many admissions share one commit at most. Smaller batches than everything that waits overlap the answering of one
 * with the commit of the next: with 64 clients 32 gave 6,220 reservations a second, 256 gave 5,470.
 */
const LARGEST_BATCH = 32;

/** After this many misses in a row the zone row is locked before deciding, so that progress is certain. */
const MISSES_BEFORE_LOCK = 2;

interface Waiting {
  readonly admission: Admission<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

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

/**
 * The database no longer has what the fold was made of, as after a failover that lost commits: the fold is made anew
 * and the batch decided again.
 */
class HistoryChanged extends Error {}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

export interface ZoneLoopSettings {
  readonly queueLimit: number;
  /** Where zones get addresses from when they run out. */
  readonly publicIpRanges: readonly string[];
}

/** What a loop has done since it began. */
export interface ZoneLoopFigures {
  batches: number;
  admissions: number;
  /** Tries for nothing, because another process had moved the head. */
  misses: number;
  /** Folds made anew, because the database no longer had what they were made of. */
  rebuilds: number;
  /** How many batches had how many admissions. */
  readonly batchSizes: number[];
}

/**
 * The one place where a zone's admissions are decided in this process. All that wait are taken together, decided in
 * order on the fold and appended in one statement; while that commits, the next batch gathers. An append that finds
 * the head moved writes nothing: the new entries are read and the batch is decided again.
 */
export class ZoneLoop {
  readonly figures: ZoneLoopFigures = {
    batches: 0,
    admissions: 0,
    misses: 0,
    rebuilds: 0,
    batchSizes: new Array<number>(LARGEST_BATCH + 1).fill(0),
  };
  private readonly waiting: Waiting[] = [];
  private running = false;
  private fold?: ZoneFold;
  private addresses?: { readonly head: number; readonly since: Instant; readonly book: AddressBook };

  constructor(
    readonly zoneId: string,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly settings: ZoneLoopSettings,
    private readonly onAppended: () => void = () => undefined,
  ) {}

  /**
   * Decides an admission and resolves once it is stored.
   *
   * @throws DomainError the refusal thrown by `decide`; `unknown-zone`; `queue-full` when too many wait already
   */
  submit<T>(admission: Admission<T>): Promise<T> {
    if (this.waiting.length >= this.settings.queueLimit) {
      const text = 'too many requests are waiting for this zone; try again shortly';
      return Promise.reject(new DomainError('unavailable', 'queue-full', text, { retryAfter: 1 }));
    }
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ admission, resolve: resolve as (value: unknown) => void, reject });
      if (!this.running) void this.run();
    });
  }

  get queued(): number {
    return this.waiting.length;
  }

  /** The fold as it last was, perhaps stale: good for choosing where to ask first, never for an answer. */
  get lastSeen(): ZoneFold | undefined {
    return this.fold;
  }

  /** Makes the next admission that needs addresses read them anew. */
  forgetAddresses(): void {
    this.addresses = undefined;
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      await this.settle(this.waiting.splice(0, this.nextBatch()));
    }
    this.running = false;
  }

  /** How many of those waiting are decided together: one that has work elsewhere is on its own. */
  private nextBatch(): number {
    const alone = this.waiting.findIndex(({ admission }) => admission.together !== undefined);
    return alone < 0 ? LARGEST_BATCH : Math.min(LARGEST_BATCH, Math.max(alone, 1));
  }

  /** Answers a batch, whatever happens. What a constraint refuses is decided one by one to find whose it is. */
  private async settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.decideUntilStored(batch);
      this.figures.batches += 1;
      this.figures.batchSizes[batch.length] += 1;
      this.figures.admissions += batch.length;
      batch.forEach((waiting, index) => answer(waiting, outcomes[index]));
    } catch (error) {
      const refused = asDomainError(error);
      if (!(refused instanceof DomainError && refused.kind === 'unavailable') && batch.length > 1) {
        for (const waiting of batch) await this.settle([waiting]);
      } else {
        for (const waiting of batch) waiting.reject(refused);
      }
    }
  }

  private async decideUntilStored(batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    const unanswered: Attempt[] = [];
    for (let misses = 0; ; misses++) {
      const attempt: Attempt = { batchId: newId(), seen: 0, outcomes: [], appending: false, undone: false };
      try {
        const stored = await this.tryOnce(batch, misses, attempt, unanswered);
        if (stored) return this.accept(stored);
        undo(attempt);
        this.figures.misses += 1;
      } catch (error) {
        undo(attempt);
        if (isConnectionLoss(error) && (attempt.appending || unanswered.length > 0)) {
          if (attempt.appending) unanswered.push(attempt);
          await whenReachable(this.transactions, (tx) => readHead(tx, this.zoneId));
        } else if (!isRetryable(error) && !(error instanceof HistoryChanged)) throw error;
      }
    }
  }

  /**
   * Gives the try that is stored, or undefined when the head had moved. When an append was never answered, the zone is
   * locked first: that waits for the lost transaction to end, so whether it took effect is final before anything is
   * decided again.
   */
  private async tryOnce(
    batch: readonly Waiting[],
    misses: number,
    attempt: Attempt,
    unanswered: readonly Attempt[],
  ): Promise<Attempt | undefined> {
    const { together } = batch[0].admission;
    if (misses < MISSES_BEFORE_LOCK && !together && unanswered.length === 0) {
      return (await this.attempt(this.dataSource.manager, batch, misses > 0, attempt)) ? attempt : undefined;
    }
    return this.transactions.run(async (tx) => {
      // Always in the same order, so that two that need each other's zone don't wait for each other.
      const zoneIds = together ? [this.zoneId, together.zoneId].sort() : [this.zoneId];
      for (const zoneId of zoneIds) await readHead(tx, zoneId, 'locked');
      for (const earlier of unanswered) {
        if (await isStored(tx, this.zoneId, earlier.seen, earlier.batchId)) return earlier;
      }
      undo(attempt);
      return (await this.attempt(tx, batch, true, attempt)) ? attempt : undefined;
    });
  }

  /** Decides and appends. False when the head had moved: nothing was written, and the draft is to be undone. */
  private async attempt(
    db: EntityManager,
    batch: readonly Waiting[],
    behind: boolean,
    attempt: Attempt,
  ): Promise<boolean> {
    const needs = combineNeeds(batch.map(({ admission }) => admission.needs ?? {}));
    const fold = await this.currentFold(db);
    const snapshot = behind || needsRows(needs) ? await this.catchUp(db, fold, needs) : undefined;
    const addresses = wantsAddresses(needs, snapshot)
      ? await this.addressBook(db, fold, snapshot)
      : undefined;
    // A zone's time never runs backwards, whatever the clocks of the processes say: a counter-entry from now on would
    // else reach back before the entry it takes back.
    const now = Math.max(this.clock.now(), fold.changedAt);
    const draft = new Draft(fold, now, snapshot?.rows, addresses);
    Object.assign(attempt, { draft, seen: fold.head, undone: false });
    attempt.outcomes = batch.map(({ admission }) => decide(draft, admission));
    if (!draft.isEmpty) {
      attempt.appending = true;
      const stored = await appendDraft(db, draft, attempt.batchId);
      if (stored) await batch[0].admission.together?.store(db);
      return stored;
    }
    // Nothing to write: what was decided stands if the head is still the one it was decided on.
    return snapshot !== undefined || (await isCurrent(db, fold));
  }

  /** The draft is stored: what the fold shows of it is true now. If it was undone before, the fold is just behind. */
  private accept({ draft, batchId, outcomes, undone }: Attempt): readonly Outcome[] {
    if (draft && !draft.isEmpty && !undone) {
      const { fold } = draft;
      const head = fold.head + draft.entries.length;
      const isBookCurrent = this.addresses?.head === fold.head && draft.addressRanges.length === 0;
      this.addresses = isBookCurrent && this.addresses ? { ...this.addresses, head } : undefined;
      fold.head = head;
      fold.headBatch = batchId;
      fold.changedAt = draft.now;
    }
    if (draft && !draft.isEmpty) this.onAppended();
    return outcomes;
  }

  private async currentFold(db: EntityManager): Promise<ZoneFold> {
    const now = this.clock.now();
    this.fold ??= await buildFold(db, this.zoneId, now - KEPT_PAST_SECONDS);
    if (!this.fold) {
      throw new DomainError('unknown', 'unknown-zone', `zone '${this.zoneId}' is not known`);
    }
    if (this.fold.forgetPast(now) && this.addresses) {
      this.addresses.book.forgetBefore(now);
      this.addresses = { ...this.addresses, since: now };
    }
    return this.fold;
  }

  /** Reads what the fold is behind by, some at a time; the rows are those of the last look, which goes with its head. */
  private async catchUp(db: EntityManager, fold: ZoneFold, needs: CombinedNeeds): Promise<Snapshot> {
    for (;;) {
      const snapshot = await readSnapshot(db, fold, needs, this.clock.now());
      if (snapshot.head < fold.head || snapshot.seenBatch !== fold.headBatch) {
        this.fold = undefined;
        this.addresses = undefined;
        this.figures.rebuilds += 1;
        throw new HistoryChanged();
      }
      for (const entry of snapshot.entries) fold.apply(entry);
      fold.head += snapshot.entries.length;
      fold.headBatch = snapshot.lastBatch ?? fold.headBatch;
      fold.changedAt = snapshot.changedAt;
      if (fold.head === snapshot.head) return snapshot;
    }
  }

  /** From when those loaded began on: what is given to one that runs must have been free since its start. */
  private async addressBook(db: EntityManager, fold: ZoneFold, snapshot?: Snapshot): Promise<AddressBook> {
    const starts = [...(snapshot?.rows.reservations.values() ?? [])].map(({ record }) => record.window.start);
    const since = Math.min(this.clock.now(), ...starts);
    if (!this.addresses || this.addresses.head !== fold.head || this.addresses.since > since) {
      const { publicIpRanges } = this.settings;
      const book = await readAddressBook(db, this.zoneId, since, publicIpRanges);
      this.addresses = { head: fold.head, since, book };
    }
    return this.addresses.book;
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

function answer(waiting: Waiting, outcome: Outcome): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.value);
}
