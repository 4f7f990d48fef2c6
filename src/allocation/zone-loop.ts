import type { DataSource, EntityManager } from 'typeorm';
import { asDomainError, isConnectionLoss, isRetryable } from '../database/constraints.js';
import { whenReachable } from '../database/reachable.js';
import type { Transactions } from '../database/transactions.js';
import type { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId } from '../kernel/identifiers.js';
import type { AddressBook } from './address-book.js';
import type { Admission } from './admission.js';
import { Draft } from './draft.js';
import { readAddressBook, buildFold, readSnapshot, type Snapshot } from './ledger-reader.js';
import { appendDraft, isStored, readHead } from './ledger.js';
import { combineNeeds, needsRows, type CombinedNeeds } from './needs.js';
import type { ZoneFold } from './zone-fold.js';

/** How many admissions share one commit at most: bounds the statement and the time one batch takes to decide. */
const LARGEST_BATCH = 256;

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
  draft?: Draft;
  outcomes: readonly Outcome[];
  appending: boolean;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

export interface ZoneLoopSettings {
  readonly queueLimit: number;
}

/** What a loop has done since it began; read by the metrics. */
export interface ZoneLoopFigures {
  batches: number;
  admissions: number;
  misses: number;
}

/**
 * The one place where a zone's admissions are decided in this process. All that wait are taken together, decided in
 * order on the fold and appended in one statement; while that commits, the next batch gathers. An append that finds
 * the head moved writes nothing: the new entries are read and the batch is decided again.
 */
export class ZoneLoop {
  readonly figures: ZoneLoopFigures = { batches: 0, admissions: 0, misses: 0 };
  private readonly waiting: Waiting[] = [];
  private running = false;
  private fold?: ZoneFold;
  private addresses?: { readonly head: number; readonly book: AddressBook };

  constructor(
    readonly zoneId: string,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly settings: ZoneLoopSettings,
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
    const needs = combineNeeds(batch.map(({ admission }) => admission.needs ?? {}));
    for (let misses = 0; ; misses++) {
      const attempt: Attempt = { batchId: newId(), outcomes: [], appending: false };
      const work = (db: EntityManager): Promise<boolean> =>
        this.attempt(db, batch, needs, misses > 0, attempt);
      try {
        const locked = misses >= MISSES_BEFORE_LOCK || batch[0].admission.together !== undefined;
        const stored = await (locked ? this.locked(work) : work(this.dataSource.manager));
        if (stored) return this.accept(attempt);
      } catch (error) {
        if (await this.wasStoredAfterAll(error, attempt)) return this.accept(attempt);
        attempt.draft?.undo();
        if (!isRetryable(error) && !(attempt.appending && isConnectionLoss(error))) throw error;
        continue;
      }
      attempt.draft?.undo();
      this.figures.misses += 1;
    }
  }

  private locked(work: (tx: EntityManager) => Promise<boolean>): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await readHead(tx, this.zoneId, 'locked');
      return work(tx);
    });
  }

  /** One try. False when the head had moved: nothing was written, and the draft is to be undone. */
  private async attempt(
    db: EntityManager,
    batch: readonly Waiting[],
    needs: CombinedNeeds,
    behind: boolean,
    attempt: Attempt,
  ): Promise<boolean> {
    attempt.draft?.undo();
    const fold = await this.currentFold(db);
    const snapshot = behind || needsRows(needs) ? await this.catchUp(db, fold, needs) : undefined;
    const addresses = wantsAddresses(needs, snapshot) ? await this.addressBook(db, fold) : undefined;
    const draft = new Draft(fold, this.clock.now(), snapshot?.rows, addresses);
    attempt.draft = draft;
    attempt.outcomes = batch.map(({ admission }) => decide(draft, admission));
    if (!draft.isEmpty) {
      attempt.appending = true;
      const stored = await appendDraft(db, draft, attempt.batchId);
      if (stored) await batch[0].admission.together?.(db);
      return stored;
    }
    // Nothing to write: what was decided stands if the head is still the one it was decided on.
    return snapshot !== undefined || (await readHead(db, this.zoneId)) === fold.head;
  }

  /** The draft is stored: what the fold already shows is now true. */
  private accept({ draft, outcomes }: Attempt): readonly Outcome[] {
    if (draft && !draft.isEmpty) {
      const head = draft.fold.head + draft.entries.length;
      if (this.addresses?.head === draft.fold.head) this.addresses = { head, book: this.addresses.book };
      draft.fold.head = head;
      draft.fold.changedAt = draft.now;
    }
    return outcomes;
  }

  /** The connection was lost in the append: ask the database, on another one, whether the batch is stored. */
  private async wasStoredAfterAll(error: unknown, { draft, batchId, appending }: Attempt): Promise<boolean> {
    if (!draft || !appending || !isConnectionLoss(error)) return false;
    try {
      return await whenReachable(this.transactions, (tx) =>
        isStored(tx, this.zoneId, draft.fold.head, batchId),
      );
    } catch (unreachable) {
      this.fold = undefined;
      throw unreachable;
    }
  }

  private async currentFold(db: EntityManager): Promise<ZoneFold> {
    const now = this.clock.now();
    this.fold ??= await buildFold(db, this.zoneId, now);
    if (!this.fold) {
      throw new DomainError('unknown', 'unknown-zone', `zone '${this.zoneId}' is not known`);
    }
    this.fold.forgetPast(now);
    return this.fold;
  }

  private async catchUp(db: EntityManager, fold: ZoneFold, needs: CombinedNeeds): Promise<Snapshot> {
    const snapshot = await readSnapshot(db, fold, needs, this.clock.now());
    for (const entry of snapshot.entries) fold.apply(entry);
    fold.head = snapshot.head;
    fold.changedAt = snapshot.changedAt;
    return snapshot;
  }

  private async addressBook(db: EntityManager, fold: ZoneFold): Promise<AddressBook> {
    if (this.addresses?.head !== fold.head) {
      this.addresses = { head: fold.head, book: await readAddressBook(db, this.zoneId, this.clock.now()) };
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
    return { value: draft.attempt(() => admission.decide(draft)) };
  } catch (error) {
    return { error };
  }
}

function answer(waiting: Waiting, outcome: Outcome): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.value);
}
