import { asDomainError } from '../../database/constraints.js';
import { DomainError } from '../../kernel/domain-error.js';
import { DrainQueue } from '../../kernel/drain-queue.js';
import type { Tracing } from '../../tracing/tracing.js';
import type { AdmissionTrace, BatchTrace } from '../../tracing/zone-traces.js';
import type { ZoneRequest } from '../admission/admission.js';
import type { ZoneView } from '../fold/zone-fold.js';
import type { KeptFold } from './kept-fold.js';
import { BatchRejected } from './suspects.js';
import type { Settled } from './outcome.js';
import type { Batch, ZoneLedger, ZoneLedgerFigures } from './zone-ledger.js';

/**
 * Usual batch size, and the queue length beyond it from which batches grow. Batches smaller than the queue overlap
 * answering one batch with committing the next: with 64 clients, 32 gave 6,220 reservations a second, 256 gave 5,470.
 */
const USUAL_BATCH = 32;

/**
 * Maximum batch size. Answering a batch blocks the event loop, so larger batches delay the requests that are refused.
 */
export const MAX_BATCH = 96;

interface Waiting {
  readonly request: ZoneRequest<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly trace?: AdmissionTrace;
}

/** Counters since the loop was created. */
export interface ZoneLoopFigures extends Readonly<ZoneLedgerFigures> {
  readonly batches: number;
  readonly requests: number;
  /** Number of batches by their number of requests. */
  readonly batchSizes: readonly number[];
}

/**
 * Decides all admissions of a zone in this process. Each batch takes the requests in the queue; while it commits, the
 * next requests are queued.
 */
export class ZoneLoop {
  private readonly waiting: DrainQueue<Waiting>;
  /** Parts of rejected batches, each with the request at fault or not. They take turns with the batches of others. */
  private readonly parts: Waiting[][] = [];
  private readonly batchSizes = new Array<number>(MAX_BATCH + 1).fill(0);
  /** Whether a request is decided in a batch of its own. */
  private readonly isApart = ({ request }: Waiting): boolean => this.ledger.isApart(request);
  private batches = 0;
  private requests = 0;

  /** @param queueLimit maximum number of requests in the queue */
  constructor(
    private readonly ledger: ZoneLedger,
    private readonly queueLimit: number,
    private readonly tracing: Tracing,
  ) {
    this.waiting = new DrainQueue(tracing.detached(() => this.settleNext()));
  }

  get zoneId(): string {
    return this.ledger.zoneId;
  }

  /**
   * Decides an admission and resolves once it is stored.
   *
   * @throws DomainError the refusal thrown by `decide`; `unknown-zone`; `queue-full` when the queue is full
   */
  submit<T>(request: ZoneRequest<T>): Promise<T> {
    if (this.waiting.length >= this.queueLimit) return Promise.reject(queueFull());
    return new Promise<T>((resolve, reject) => {
      const trace = this.tracing.queued(this.zoneId);
      this.waiting.add({ request, resolve: resolve as (value: unknown) => void, reject, trace });
    });
  }

  get queued(): number {
    return this.waiting.length;
  }

  get figures(): ZoneLoopFigures {
    const { batches, requests, batchSizes } = this;
    return { batches, requests, batchSizes, ...this.ledger.figures };
  }

  /** What this process has cached of the zone. */
  get kept(): KeptFold {
    return this.ledger.kept;
  }

  get lastSeen(): ZoneView | undefined {
    return this.kept.lastSeen;
  }

  private async settleNext(): Promise<void> {
    const batch = this.waiting.take(batchSize(this.waiting.length), this.isApart);
    if (batch.length === 0) await this.settle(this.waiting.take(1));
    else await this.settle(batch, () => this.waiting.take(MAX_BATCH - batch.length, this.isApart));
    // One part of a rejected batch per batch of others, all of them when no others wait.
    do {
      const part = this.parts.shift();
      if (part) await this.settle(part);
    } while (this.parts.length > 0 && this.waiting.length === 0);
  }

  /** Decides a batch and answers every request, even on failure. */
  private async settle(batch: Waiting[], more: () => readonly Waiting[] = () => []): Promise<void> {
    const requests = batch.map(({ request }) => request);
    const grow = (): void => {
      const joining = more();
      batch.push(...joining);
      requests.push(...joining.map(({ request }) => request));
      if (decided.trace) decided.trace.grow(joining);
      else decided.trace = this.tracing.batch(this.zoneId, batch);
    };
    // No accessor: V8 makes a hidden class for each literal that has one, and a class lives until the next major collection.
    const decided: { trace?: BatchTrace } & Batch = {
      requests,
      grow,
      trace: this.tracing.batch(this.zoneId, batch),
    };
    try {
      const decide = (): Promise<readonly Settled[]> => this.ledger.decideUntilStored(decided);
      const outcomes = await (decided.trace ? decided.trace.run(decide) : decide());
      this.batches += 1;
      this.batchSizes[batch.length] += 1;
      this.requests += batch.length;
      decided.trace?.ended();
      batch.forEach((waiting, index) => answer(waiting, outcomes[index], decided.trace));
    } catch (error) {
      decided.trace?.ended(error);
      if (error instanceof BatchRejected && batch.length > 1) await this.settleOthers(batch, error);
      else rejectAll(batch, error instanceof BatchRejected ? error.cause : error);
    }
  }

  /**
   * Isolates the requests for which a constraint rejected a batch. Those that can't have caused it are decided next, and
   * the suspects are halved until the requests at fault are alone: they wait, not the others.
   */
  private async settleOthers(batch: readonly Waiting[], rejected: BatchRejected): Promise<void> {
    const others = batch.filter(({ request }) => !rejected.suspects.has(request));
    const suspects = batch.filter(({ request }) => rejected.suspects.has(request));
    if (suspects.length === 0) rejectAll(batch.slice(), rejected.cause);
    else if (rejected.isProven) rejectAll(suspects, rejected.cause);
    else if (others.length > 0) this.parts.push(suspects);
    else this.parts.push(...halvesOf(suspects));
    if (suspects.length > 0 && others.length > 0) await this.settle(others);
  }
}

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  const refused = asDomainError(error);
  for (const waiting of batch) answer(waiting, { error: refused });
}

function halvesOf<T>(items: readonly T[]): T[][] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

function answer(waiting: Waiting, outcome: Settled, batch?: BatchTrace): void {
  waiting.trace?.answered(batch, outcome);
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.value);
}

function queueFull(): DomainError {
  const text = 'too many requests are waiting for this zone; try again shortly';
  return new DomainError('unavailable', 'queue-full', text, { retryAfter: 1 });
}

function batchSize(waiting: number): number {
  return Math.min(MAX_BATCH, Math.max(USUAL_BATCH, waiting - USUAL_BATCH));
}
