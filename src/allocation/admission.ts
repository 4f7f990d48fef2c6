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
}
