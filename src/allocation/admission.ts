import type { EntityManager } from 'typeorm';
import type { RememberedRequest } from '../database/remembered-request.js';
import type { Command } from './command.js';
import type { Draft } from './draft.js';
import { combineNeeds, needsRows, type CombinedNeeds, type Needs } from './needs.js';
import type { ZoneView } from './zone-fold.js';

/**
 * Something to be decided on a zone's ledger: a request to take or give back capacity, or just to look at it.
 * `decide` runs synchronously on a state that is proven current, may run more than once, and refuses by throwing.
 */
export interface Admission<T> {
  readonly needs?: Needs;
  readonly doubt?: Doubt;
  /** It posts nothing, whatever it finds. */
  readonly isLook?: boolean;
  /** How many concrete addresses it asks for; the zone gets more of them when it runs out. */
  readonly addresses?: number;
  decide(draft: Draft): T;
  /** Given what was decided, what is to be remembered of the request that asked, in the same transaction. */
  remember?(value: T): RememberedRequest;
  /**
   * What has to be stored in another zone in the same transaction, after the draft. An admission that has such work is
   * decided alone, with both zones locked.
   */
  readonly together?: Together;
  /** The form in which another process can decide it; absent: it is decided where it was asked for. */
  readonly command?: Command<T>;
}

/** What an admission has to see beside its needs, unless it is known that nobody else can have written it. */
export interface Doubt {
  /** The rows are of no interest where no other process has written to the zone after this head. Absent: they always matter. */
  readonly since?: number;
  readonly needs: Needs;
}

export interface Together {
  readonly zoneId: string;
  /** @throws DomainError when it can't be done; then nothing of the admission is stored */
  store(tx: EntityManager): Promise<void>;
}

/**
 * What a batch has to see that is to be decided on a fold. A doubt that the fold can settle costs nothing; but whatever is read may
 * bring what others have written.
 *
 * @param isBehind the fold may be, and is to be brought up to date first
 */
export function needsOn(
  fold: ZoneView,
  batch: readonly Admission<unknown>[],
  isBehind: boolean,
): CombinedNeeds {
  const needs = batch.map((admission) => admission.needs ?? {});
  const doubts = batch.flatMap(({ doubt }) => doubt ?? []);
  const certain = combineNeeds(needs);
  const isSettled = doubts.every(({ since }) => since !== undefined && fold.othersHead <= since);
  if (doubts.length === 0 || (isSettled && !isBehind && !needsRows(certain))) return certain;
  return combineNeeds([...needs, ...doubts.map((doubt) => doubt.needs)]);
}
