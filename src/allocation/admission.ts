import type { EntityManager } from 'typeorm';
import type { Command } from './command.js';
import type { Draft } from './draft.js';
import type { Needs } from './needs.js';

/**
 * Something to be decided on a zone's ledger: a request to take or give back capacity, or just to look at it.
 * `decide` runs synchronously on a state that is proven current, may run more than once, and refuses by throwing.
 */
export interface Admission<T> {
  readonly needs?: Needs;
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

/** Makes the record that lets a repetition of a request be answered without a second effect. */
export type Remember<T> = (value: T) => RememberedRequest;

export interface RememberedRequest {
  readonly key: string;
  /** Of what was asked: another request under the same key is a mistake. */
  readonly fingerprint: string;
  readonly answer: object;
}

export interface Together {
  readonly zoneId: string;
  /** @throws DomainError when it can't be done; then nothing of the admission is stored */
  store(tx: EntityManager): Promise<void>;
}
