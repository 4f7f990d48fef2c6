import type { DataSource, EntityManager } from 'typeorm';
import {
  isConnectFailure,
  isConnectionLoss,
  isRetryable,
  isUnavailable,
} from '../../database/constraints.js';
import { PipelinedTransaction } from '../../database/pipelined-transaction.js';
import { storeRequest } from '../../database/remembered-request.js';
import type { Transactions } from '../../database/transactions.js';
import { OutcomeSearch } from '../../database/unknown-outcome.js';
import { lockZone } from '../../database/zone-lock.js';
import type { Clock } from '../../kernel/clock.js';
import type { HeavyWork } from '../../kernel/heavy-work.js';
import { newId } from '../../kernel/identifiers.js';
import type { Distribution } from '../../kernel/distribution.js';
import type { WantedAddresses } from '../addresses/wanted-addresses.js';
import type { BatchTrace } from '../../tracing/zone-traces.js';
import { isRead, type ZoneRequest } from '../admission/admission.js';
import { departureOf, isApart, storesKeyApart } from './apart.js';
import { checkDeparture, decideDeparture, storeDeparture } from './departure.js';
import { Draft } from '../admission/draft.js';
import type { HeldInAllZones } from './held-in-all-zones.js';
import type { LockedZone } from './locked-zone.js';
import { lockWatermark } from '../ledger/moved-reservation.js';
import type { GroupCommit } from '../ledger/group-commit.js';
import { FoldOutdated, KeptFold } from './kept-fold.js';
import { appendDraft, isCurrent, isStored, type Append } from '../ledger/ledger.js';
import { isAboutAddresses } from '../ledger/violations.js';
import { catchUpWithClock } from '../placement/ending.js';
import { needsLock, readForBatch } from './batch-read.js';
import { decideInTurns } from './decide-in-turns.js';
import { hasOffer, outcomeOf, type Records, type Settled } from './outcome.js';
import { combineNeeds } from '../admission/needs.js';
import { rejectionOf } from './suspects.js';
import type { ZoneFold, ZoneView } from '../fold/zone-fold.js';

/** Maximum pause between batches before contention is assumed to have ended. */
const MAX_PAUSE_MS = 1_000;

/** One attempt at a batch: the decisions, and the progress of storing them. */
interface Attempt extends Records {
  readonly batchId: string;
  /** The head it was decided on. */
  seen: number;
  draft?: Draft;
  outcomes: readonly Settled[];
  /** It has tried the waiting reservations, because time has passed. */
  isWake: boolean;
  appending: boolean;
  /** The draft was undone on the fold. */
  undone: boolean;
}

/** The attempts at a batch before this one. */
interface Earlier {
  /** Those of which it is not known whether they are stored. */
  readonly unanswered: readonly Attempt[];
  /** An append has found the zone locked, or its head moved. Or the head has moved while the address book was read. */
  readonly hasMissed: boolean;
}

/** The connection an attempt reads with, and how it appends its draft. */
interface AppendTarget {
  readonly db: EntityManager;
  /** False if the head had moved; nothing is written then. */
  readonly store: (append: Append) => Promise<boolean>;
}

/** Requests that are decided together, in their order. */
export interface Batch {
  readonly requests: readonly ZoneRequest<unknown>[];
  /** Adds requests from the queue, up to the maximum batch size. */
  grow(): void;
  /** Present once one of the requests belongs to a trace. */
  readonly trace?: BatchTrace;
}

/** Services that the ledgers of all zones share. */
export interface LedgerServices {
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly groupCommit: GroupCommit;
  readonly clock: Clock;
  /** The configured ranges from which zones are extended. */
  readonly publicIpRanges: readonly string[];
  readonly wantedAddresses: WantedAddresses;
  /** Seconds per stored append, the wait for a shared commit included. */
  readonly appendDurations: Distribution;
  /** What decisions that take long are charged to. */
  readonly heavyWork: Pick<HeavyWork, 'charge'>;
  readonly heldInAllZones: HeldInAllZones;
}

export interface ZoneLedgerFigures {
  /** Attempts that failed because another process had moved the head. */
  misses: number;
  /** Rebuilds of the fold because the database no longer had its entries. */
  rebuilds: number;
}

/**
 * A zone's ledger in this process. Decides batches of admissions on the cached fold and appends each with one
 * statement. If the head has moved, the append writes nothing: the process reads the new entries and decides the batch
 * again.
 */
export class ZoneLedger {
  readonly kept: KeptFold;
  private misses = 0;
  /**
   * Another process has appended since this one last read. The loser of a compare-and-set has wasted its decision, so
   * batches lock the zone before they decide, until one finds no new entries.
   */
  private isContended = false;
  private lastAttempt = Number.NEGATIVE_INFINITY;
  /** The head after this process's last append. */
  private ownHead = 0;
  /** Takes no lock: of several processes, the first to append wins. */
  private readonly optimistic: AppendTarget;

  /** @param onAppended called after each commit */
  constructor(
    readonly zoneId: string,
    private readonly services: LedgerServices,
    private readonly onAppended: () => void,
  ) {
    const { dataSource, groupCommit } = services;
    this.kept = new KeptFold(zoneId, services);
    this.optimistic = { db: dataSource.manager, store: (append) => groupCommit.append(append) };
  }

  get figures(): ZoneLedgerFigures {
    return { misses: this.misses, rebuilds: this.kept.rebuilds };
  }

  /** See `isApart`. */
  isApart(request: ZoneRequest<unknown>): boolean {
    return isApart(request, this.services.dataSource);
  }

  /**
   * Decides requests in order and returns the outcome of each, once all of it is stored.
   *
   * @throws BatchRejected when the database rejects what some request wants to store; DomainError `unknown-zone`;
   *   `outcome-unknown` when it can't be known in time whether the batch is stored
   */
  async decideUntilStored(batch: Batch): Promise<readonly Settled[]> {
    const unanswered: Attempt[] = [];
    let search: OutcomeSearch | undefined;
    let hasMissed = false;
    // After a pause there may be many entries to read, which must not happen with the zone locked.
    if (performance.now() - this.lastAttempt > MAX_PAUSE_MS) this.isContended = false;
    for (;;) {
      const attempt: Attempt = {
        batchId: newId(),
        seen: 0,
        outcomes: [],
        remembered: new Map(),
        keysApart: storesKeyApart(batch.requests[0], this.services.dataSource),
        isWake: false,
        appending: false,
        undone: false,
      };
      try {
        const stored = await this.storedBy(batch, attempt, { unanswered, hasMissed });
        this.lastAttempt = performance.now();
        if (stored) {
          await this.storeWithoutEffect(stored);
          return this.accept(stored);
        }
        undo(attempt);
        this.misses += 1;
        // A read of a contended zone catches up first, so it misses only if it is about addresses: not of the same snapshot.
        hasMissed ||= attempt.appending || this.isContended;
        await this.catchUpAfterConflict();
      } catch (error) {
        undo(attempt);
        if (attempt.appending && isConnectionLoss(error) && !isConnectFailure(error))
          unanswered.push(attempt);
        if (unanswered.length > 0 && isUnavailable(error)) {
          // Also while the lost transaction keeps the zone locked, for example until a standby answers.
          search ??= new OutcomeSearch();
          await search.pause(error);
        } else if (!isRetryable(error) && !(error instanceof FoldOutdated)) {
          // The constraint may concern ranges that the cached address book lacks.
          if (isAboutAddresses(error)) this.kept.forgetAddresses();
          const { manager } = this.services.dataSource;
          throw await rejectionOf(manager, error, batch.requests, attempt.remembered);
        }
      }
    }
  }

  /** Reads the entries of other processes after a conflict, so that few are left to read while the zone is locked. */
  private async catchUpAfterConflict(): Promise<void> {
    const { clock, dataSource } = this.services;
    const fold = await this.kept.current(dataSource.manager);
    await this.kept.catchUp(dataSource.manager, fold, combineNeeds([]), clock.now());
    this.isContended = true;
  }

  /** Returns the attempt that is stored, or undefined if the head had moved. */
  private async storedBy(
    batch: Batch,
    attempt: Attempt,
    { unanswered, hasMissed }: Earlier,
  ): Promise<Attempt | undefined> {
    const isAlone = departureOf(batch.requests[0]) !== undefined || attempt.keysApart;
    if (isAlone || unanswered.length > 0) return this.whileLocked(batch, attempt, unanswered);
    // One of reads may append what the clock has brought.
    const isReadOnly = !hasMissed && batch.requests.every((request) => isRead(request) || request.isDryRun);
    const stored =
      needsLock(batch.requests) || (this.isContended && !isReadOnly)
        ? await this.withZoneLocked(batch, attempt)
        : await this.decideAndAppend(this.optimistic, batch, this.isContended, attempt);
    return stored ? attempt : undefined;
  }

  /**
   * Locks the zone from the read to the commit. It takes two round trips at best, because other processes wait for the lock.
   */
  private async withZoneLocked(batch: Batch, attempt: Attempt): Promise<boolean> {
    const { clock, dataSource } = this.services;
    const fold = await this.builtBefore(batch);
    return PipelinedTransaction.run(dataSource, async (transaction) => {
      const [, snapshot] = await transaction.begin((tx) =>
        Promise.all([lockZone(tx, this.zoneId), this.kept.read(tx, fold, combineNeeds([]), clock.now())]),
      );
      this.kept.applySnapshot(fold, snapshot);
      this.updateContention(fold);
      // Takes the requests that were queued while this process waited for the lock.
      batch.grow();
      const store = (append: Append): Promise<boolean> => transaction.commit((tx) => appendDraft(tx, append));
      const isBehind = fold.head < snapshot.head;
      return this.decideAndAppend({ db: transaction.tx, store }, batch, isBehind, attempt);
    });
  }

  /**
   * Decides and appends in a transaction that does more than append. If an earlier append was never acknowledged,
   * locking the zone waits for the lost transaction to end, so its outcome is final before anything is decided again.
   */
  private async whileLocked(
    batch: Batch,
    attempt: Attempt,
    unanswered: readonly Attempt[],
  ): Promise<Attempt | undefined> {
    const { clock } = this.services;
    const departure = departureOf(batch.requests[0]);
    await this.builtBefore(batch);
    return this.services.transactions.run(async (tx) => {
      if (departure && !isDryRun(batch)) await lockWatermark(tx, departure.from);
      // Locks in a fixed order prevent a deadlock of two moves between the same zones.
      const zoneIds = departure ? [this.zoneId, departure.from].sort() : [this.zoneId];
      for (const zoneId of zoneIds) await lockZone(tx, zoneId);
      for (const earlier of unanswered) {
        if (await isStored(tx, this.zoneId, earlier.seen, earlier.batchId)) return earlier;
      }
      undo(attempt);
      const store = async (append: Append): Promise<boolean> => {
        const stored = await appendDraft(tx, append);
        // A batch whose only request is refused may still store effects of the clock.
        const leaves = departure && isAdmitted(attempt) && !isDryRun(batch);
        if (stored && leaves) {
          const left = await storeDeparture(departure, { tx, ...this.surroundings() });
          this.services.wantedAddresses.note(left);
        }
        if (stored && attempt.keysApart) {
          for (const answered of attempt.remembered.values())
            await storeRequest(tx, { answered }, clock.now());
        }
        return stored;
      };
      const isDone = await this.decideAndAppend({ db: tx, store }, batch, true, attempt);
      if (isDone && departure) {
        const from = { tx, ...this.surroundings() };
        // A reservation that can't leave could not use the offer.
        if (hasOffer(attempt.outcomes[0])) await checkDeparture(departure, from);
        // A dry run has nothing to store, so its departure is not decided by storing it.
        else if (isAdmitted(attempt) && isDryRun(batch)) await decideDeparture(departure, from);
      }
      return isDone ? attempt : undefined;
    });
  }

  /** The fold, with what it needs for a batch. Building it takes seconds in a large zone, which must not happen with the zone locked. */
  private async builtBefore({ requests }: Batch): Promise<ZoneFold> {
    const { dataSource, heldInAllZones, clock } = this.services;
    const fold = await this.kept.current(dataSource.manager);
    const { heldBy, providers, heldInAllZonesBy } = combineNeeds(requests.map(({ needs }) => needs ?? {}));
    await this.kept.prepare(dataSource.manager, fold, { heldBy, providers });
    for (const tenant of heldInAllZonesBy) await heldInAllZones.keep(dataSource.manager, tenant, clock.now());
    return fold;
  }

  private surroundings(): Pick<LockedZone, 'clock' | 'publicIpRanges'> {
    const { clock, publicIpRanges } = this.services;
    return { clock: clock.now(), publicIpRanges };
  }

  /** Decides and appends. False if the head had moved: nothing was written, and the caller must undo the draft. */
  private async decideAndAppend(
    { db, store }: AppendTarget,
    { requests, trace }: Batch,
    behind: boolean,
    attempt: Attempt,
  ): Promise<boolean> {
    if (trace) trace.attempts += 1;
    // A transaction may be repeated with the same attempt.
    attempt.remembered.clear();
    const fold = await this.kept.current(db);
    const { needs, isWake, snapshot, rows, now } = await readForBatch(this.kept, this.services, {
      db,
      fold,
      requests,
      behind,
    });
    if (snapshot) this.updateContention(fold);
    const addresses = await this.kept.addressBook(db, fold, needs, { snapshot, now });
    const draft = new Draft(fold, now, rows, addresses);
    Object.assign(attempt, { draft, isWake, seen: fold.head, undone: false });
    if (needs.overdueHolds || isWake) catchUpWithClock(draft, { areHoldsOver: needs.overdueHolds, isWake });
    attempt.outcomes = await decideInTurns(requests, this.services.heavyWork, (request, index) => {
      draft.traceparent = trace?.originOf(index);
      return outcomeOf(request, draft, attempt);
    });
    if (!draft.isEmpty) {
      attempt.appending = true;
      return this.timedAppend(store, { draft, batchId: attempt.batchId }, trace);
    }
    // Nothing to write: the decisions are valid if they were made on one snapshot, or if the head has not moved since.
    // The address book is read after the snapshot.
    const isOfOneSnapshot = snapshot !== undefined && addresses === undefined;
    return isOfOneSnapshot || (await isCurrent(db, fold));
  }

  private async timedAppend(
    store: AppendTarget['store'],
    append: Append,
    trace: BatchTrace | undefined,
  ): Promise<boolean> {
    const begun = performance.now();
    const { length } = append.draft.entries;
    const isStored = await (trace ? trace.append(length, () => store(append)) : store(append));
    const { appendDurations } = this.services;
    if (isStored) appendDurations.add((performance.now() - begun) / 1000, 1, trace?.exemplar);
    return isStored;
  }

  /** Stores the records of requests that had nothing to change, such as a withdrawal that found nothing: there was no append. */
  private async storeWithoutEffect({ draft }: Attempt): Promise<void> {
    if (!draft?.isEmpty || draft.requests.length + draft.audit.length === 0) return;
    const { requests, audit, now } = draft;
    await this.services.transactions.run(async (tx) => {
      for (const answered of requests) await storeRequest(tx, { answered }, now);
      for (const record of audit) await storeRequest(tx, { audit: record }, now);
    });
  }

  /** Moves the fold to a stored draft. If the draft was undone before, the fold is merely behind. */
  private accept({ draft, batchId, outcomes, appending, undone, isWake }: Attempt): readonly Settled[] {
    if (draft && !draft.isEmpty && !undone) {
      this.kept.moveOn(draft, batchId);
      this.ownHead = draft.fold.head;
    }
    if (appending) this.onAppended();
    if (draft && !undone) {
      this.services.wantedAddresses.note(draft);
      if (isWake) this.kept.noteTried(draft);
    }
    return outcomes;
  }

  /** If a locked batch finds no new entries, no other process is writing. */
  private updateContention({ head }: ZoneView): void {
    this.isContended &&= head !== this.ownHead;
  }
}

function isDryRun({ requests: [first] }: Batch): boolean {
  return !isRead(first) && first.isDryRun === true;
}

/** Of a batch of one request. */
function isAdmitted({ outcomes: [outcome] }: Attempt): boolean {
  return 'value' in outcome;
}

function undo(attempt: Attempt): void {
  attempt.draft?.undo();
  attempt.undone = true;
}
