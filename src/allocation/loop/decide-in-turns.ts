import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeavyWork } from '../../kernel/heavy-work.js';

/** Milliseconds of decisions after which others are served. Common batches take less. */
const TURN_MS = 20;

/** Milliseconds of a decision that are not charged as heavy work: common ones take far less. */
const FREE_DECISION_MS = 2;

/**
 * Decides one request after the other. Between decisions that take long the process serves others; only the batch that is
 * being decided changes the fold.
 *
 * @param heavyWork what decisions that take long are charged to
 */
export async function decideInTurns<T, R>(
  requests: readonly T[],
  heavyWork: Pick<HeavyWork, 'charge'>,
  decide: (request: T, index: number) => R,
): Promise<R[]> {
  const outcomes: R[] = [];
  let turn = performance.now();
  for (const [index, request] of requests.entries()) {
    const begun = performance.now();
    outcomes.push(decide(request, index));
    const ended = performance.now();
    if (ended - begun > FREE_DECISION_MS) heavyWork.charge(ended - begun);
    if (ended - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return outcomes;
}
