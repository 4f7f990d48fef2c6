import type { Conflict, Refused } from '@headroom/client';
import { RefusalError } from './failures.js';

/**
 * The answer of an operation that was, or would be, carried out.
 *
 * @throws RefusalError
 */
export function accepted<A extends { readonly result: 'ok' }>(outcome: A | Conflict | Refused): A {
  if (outcome.result === 'ok') return outcome;
  throw new RefusalError(outcome);
}
