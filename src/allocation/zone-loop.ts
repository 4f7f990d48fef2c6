import { asDomainError } from '../database/constraints.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Admission } from './admission.js';
import type { ZoneDecider } from './zone-decider.js';
import type { ZoneView } from './zone-fold.js';
import type { Outcome, ZoneLedger, ZoneLedgerFigures } from './zone-ledger.js';

/**
 * How many admissions share one commit, and how many more wait for the next one before it is a larger one that they share.
 * Smaller batches than everything that waits overlap the answering of one with the commit of the next: with 64 clients
 * 32 gave 6,220 reservations a second, 256 gave 5,470.
 */
const USUAL_BATCH = 32;

/**
 * At most: more of those that wait are answered at once then, and nothing else is meanwhile, so larger ones keep those waiting who are
 * turned away.
 */
export const LARGEST_BATCH = 96;

/** Entries read at a time by a process that is to take over a zone. */
const TAKEN_OVER = 250;

interface Waiting {
  readonly admission: Admission<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What a loop has done since it began. */
export interface ZoneLoopFigures extends Readonly<ZoneLedgerFigures> {
  readonly batches: number;
  readonly admissions: number;
  /** How many batches had how many admissions. */
  readonly batchSizes: readonly number[];
}

/**
 * The one place where a zone's admissions are decided in this process. All that wait are taken together and settled as
 * one batch; while that commits, the next batch gathers.
 */
export class ZoneLoop {
  private readonly waiting: Waiting[] = [];
  private readonly batchSizes = new Array<number>(LARGEST_BATCH + 1).fill(0);
  private batches = 0;
  private admissions = 0;
  private running = false;
  /** How many wait for another process to decide them. */
  private elsewhere = 0;

  /** @param queueLimit how many may wait at most */
  constructor(
    private readonly ledger: ZoneLedger,
    private readonly queueLimit: number,
  ) {}

  get zoneId(): string {
    return this.ledger.zoneId;
  }

  /**
   * Decides an admission and resolves once it is stored.
   *
   * @param isForOther another process asks, which has counted it among those that wait there
   * @throws DomainError the refusal thrown by `decide`; `unknown-zone`; `queue-full` when too many wait already
   */
  submit<T>(admission: Admission<T>, isForOther = false): Promise<T> {
    if (this.isFull && !isForOther) return Promise.reject(queueFull());
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ admission, resolve: resolve as (value: unknown) => void, reject });
      if (!this.running) void this.run();
    });
  }

  get decider(): ZoneDecider {
    return this.ledger.decider;
  }

  /**
   * Counts one among those that wait while another process decides it.
   *
   * @throws DomainError `queue-full`
   */
  async waitElsewhere<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) throw queueFull();
    this.elsewhere += 1;
    try {
      return await work();
    } finally {
      this.elsewhere -= 1;
    }
  }

  get queued(): number {
    return this.waiting.length;
  }

  get figures(): ZoneLoopFigures {
    const { batches, admissions, batchSizes } = this;
    return { batches, admissions, batchSizes, ...this.ledger.figures };
  }

  /** The fold as it last was, perhaps stale: good for choosing where to ask first, never for an answer. */
  get lastSeen(): ZoneView | undefined {
    return this.ledger.lastSeen;
  }

  /** A head of the zone's ledger: there are no fewer entries by now. */
  get knownHead(): number {
    return Math.max(this.decider.headTold, this.lastSeen?.head ?? 0);
  }

  /** Throws the fold away; the next batch rebuilds it from the ledger. */
  dropFold(): void {
    this.ledger.dropFold();
  }

  /** Makes the next admission that needs addresses read them anew. */
  forgetAddresses(): void {
    this.ledger.forgetAddresses();
  }

  /**
   * Reads a part of what other processes have written, when there is nothing else to do: then little is left to be read when this
   * one is to decide.
   *
   * @param most how many entries at most
   * @returns how many were read
   */
  async follow(most: number): Promise<number> {
    if (this.running) return 0;
    return this.whileNobodyElseRuns(() => this.ledger.follow(most));
  }

  /** Reads what other processes have written, and decides here from then on; not while there is something else to do. */
  async takeOver(): Promise<void> {
    if (this.running) return;
    let read = TAKEN_OVER;
    while (read === TAKEN_OVER && !this.running) {
      read = await this.whileNobodyElseRuns(() => this.ledger.readOn(TAKEN_OVER));
    }
    this.ledger.decider.takeOver();
  }

  private async whileNobodyElseRuns<T>(work: () => Promise<T>): Promise<T> {
    this.running = true;
    try {
      return await work();
    } finally {
      void this.run();
    }
  }

  private get isFull(): boolean {
    return this.waiting.length + this.elsewhere >= this.queueLimit;
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.next(batchSize(this.waiting.length));
      // One that has work elsewhere is on its own.
      if (batch.length === 0) await this.settle(this.waiting.splice(0, 1));
      else await this.settle(batch, () => this.next(LARGEST_BATCH - batch.length));
    }
    this.running = false;
  }

  /** Takes those who are next, as far as they can be decided together. */
  private next(most: number): Waiting[] {
    const alone = this.waiting.findIndex(({ admission }) => admission.together !== undefined);
    return this.waiting.splice(0, alone < 0 ? most : Math.min(most, alone));
  }

  /** Answers a batch, whatever happens. What a constraint refuses is decided one by one to find whose it is. */
  private async settle(batch: Waiting[], more: () => readonly Waiting[] = () => []): Promise<void> {
    const admissions = batch.map(({ admission }) => admission);
    const grow = (): void => {
      const joining = more();
      batch.push(...joining);
      admissions.push(...joining.map(({ admission }) => admission));
    };
    try {
      const outcomes = await this.ledger.decideUntilStored({ admissions, grow });
      this.batches += 1;
      this.batchSizes[batch.length] += 1;
      this.admissions += batch.length;
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
}

function answer(waiting: Waiting, outcome: Outcome): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.value);
}

function queueFull(): DomainError {
  const text = 'too many requests are waiting for this zone; try again shortly';
  return new DomainError('unavailable', 'queue-full', text, { retryAfter: 1 });
}

function batchSize(waiting: number): number {
  return Math.min(LARGEST_BATCH, Math.max(USUAL_BATCH, waiting - USUAL_BATCH));
}
