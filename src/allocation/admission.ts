import type { EntityManager } from 'typeorm';
import type { Draft } from './draft.js';
import type { Needs } from './needs.js';

/**
 * Something to be decided on a zone's ledger: a request to take or give back capacity, or just to look at it.
 * `decide` runs synchronously on a state that is proven current, may run more than once, and refuses by throwing.
 */
export interface Admission<T> {
  readonly needs?: Needs;
  /** How many concrete addresses it asks for; the zone gets more of them when it runs out. */
  readonly addresses?: number;
  decide(draft: Draft): T;
  /**
   * What has to be stored in another zone in the same transaction, after the draft. An admission that has such work is
   * decided alone, with both zones locked.
   */
  readonly together?: Together;
}

export interface Together {
  readonly zoneId: string;
  /** @throws DomainError when it can't be done; then nothing of the admission is stored */
  store(tx: EntityManager): Promise<void>;
}
