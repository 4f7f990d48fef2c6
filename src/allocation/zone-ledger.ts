import type { DataSource, EntityManager } from 'typeorm';
import { isConnectionLoss, isRetryable } from '../database/constraints.js';
import { PipelinedTransaction } from '../database/pipelined-transaction.js';
import { whenReachable } from '../database/reachable.js';
import type { Transactions } from '../database/transactions.js';
import type { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/identifiers.js';
import type { Peers } from '../peers/peers.js';
import { needsOn, type Admission } from './admission.js';
import { Draft } from './draft.js';
import type { GroupCommit } from './group-commit.js';
import { FoldOutdated, KeptFold } from './kept-fold.js';
import { appendDraft, isCurrent, isStored, lockZone, readHead, type Append } from './ledger.js';
import { combineNeeds, needsRows } from './needs.js';
import { ZoneDecider } from './zone-decider.js';
import type { ZoneView } from './zone-fold.js';

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
  readonly decider: ZoneDecider;
  private readonly kept: KeptFold;
  private misses = 0;
  /**
   * Another process has appended since this one last looked. Whoever races it decides for nothing when he loses, so the
   * zone is locked before deciding, turn by turn, until a turn finds nothing new.
   */
  private isContended = false;
  private lastTurn = Number.NEGATIVE_INFINITY;
  /** The head as this process last left it. */
  private headLeft = 0;
  /** Nothing is locked: whoever appends first has won. */
  private readonly raced: Ground;

  /** @param onAppended called after each commit */
  constructor(
    readonly zoneId: string,
    private readonly services: LedgerServices,
    private readonly onAppended: () => void,
  ) {
    const { dataSource, groupCommit, peers } = services;
    this.decider = new ZoneDecider(zoneId, peers);
    this.kept = new KeptFold(zoneId, services, this.decider);
    this.raced = { db: dataSource.manager, store: (append) => groupCommit.append(append) };
  }

  /** The fold as it last was, perhaps stale: good for choosing where to ask first, never for an answer. */
  get lastSeen(): ZoneView | undefined {
    return this.kept.lastSeen;
  }

  get figures(): ZoneLedgerFigures {
    return { misses: this.misses, rebuilds: this.kept.rebuilds };
  }

  /** Throws the fold away; the next batch rebuilds it from the ledger. */
  dropFold(): void {
    this.kept.drop();
  }

  /** Makes the next admission that needs addresses read them anew. */
  forgetAddresses(): void {
    this.kept.forgetAddresses();
  }

  /** Reads so many entries at most of what others have written, and gives how many; see `KeptFold`. */
  follow(most: number): Promise<number> {
    return this.kept.follow(most);
  }

  /** The same, however much is written. Fewer than that: no more are left. */
  readOn(most: number): Promise<number> {
    return this.kept.readOn(most);
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
        this.misses += 1;
        await this.lookAround();
      } catch (error) {
        undo(attempt);
        if (isConnectionLoss(error) && (attempt.appending || unanswered.length > 0)) {
          if (attempt.appending) unanswered.push(attempt);
          await whenReachable(this.services.transactions, (tx) => readHead(tx, this.zoneId));
        } else if (!isRetryable(error) && !(error instanceof FoldOutdated)) {
          // A constraint may have refused what ranges were not known of here.
          this.kept.forgetAddresses();
          throw error;
        }
      }
    }
  }

  /** After a lost race: reads what others have written, so that little is left to be read when it is this one's turn. */
  private async lookAround(): Promise<void> {
    const { manager } = this.services.dataSource;
    await this.kept.catchUp(manager, await this.kept.current(manager), combineNeeds([]));
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
    const { dataSource } = this.services;
    const fold = await this.kept.current(dataSource.manager);
    return PipelinedTransaction.run(dataSource, async (transaction) => {
      const [, snapshot] = await transaction.begin((tx) =>
        Promise.all([lockZone(tx, this.zoneId), this.kept.read(tx, fold, combineNeeds([]))]),
      );
      this.kept.takeIn(fold, snapshot);
      this.noteWhatIsNew(fold);
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
    const fold = await this.kept.current(db);
    const needs = needsOn(fold, batch, behind);
    const snapshot = behind || needsRows(needs) ? await this.kept.catchUp(db, fold, needs) : undefined;
    if (snapshot) this.noteWhatIsNew(fold);
    const addresses = await this.kept.addressBook(db, fold, needs, snapshot);
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
      this.kept.moveOn(draft, batchId);
      this.headLeft = draft.fold.head;
      this.decider.noteAppended();
      this.onAppended();
    }
    return outcomes;
  }

  /** Whose turn finds nothing new has nobody to take turns with. */
  private noteWhatIsNew({ head }: ZoneView): void {
    this.isContended &&= head !== this.headLeft;
  }
}

function decide(draft: Draft, admission: Admission<unknown>): Outcome {
  try {
    const value = draft.attempt(() => {
      const decided = admission.decide(draft);
      if (admission.remember) draft.saveRequest(admission.remember(decided));
      return decided;
    });
    return { value };
  } catch (error) {
    return { error };
  }
}

function undo(attempt: Attempt): void {
  attempt.draft?.undo();
  attempt.undone = true;
}
