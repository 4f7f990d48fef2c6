import type {
  Accepted,
  Conflict,
  DryRunPath,
  Foreseen,
  OperationBody,
  OperationPath,
  Refused,
} from '@headroom/client';
import type { Context } from './context.js';
import { RefusalError } from './failures.js';

/**
 * The answer of an operation that was, or would be, carried out.
 *
 * @throws RefusalError
 */
function accepted<A extends { readonly result: 'ok' }>(outcome: A | Conflict | Refused): A {
  if (outcome.result === 'ok') return outcome;
  throw new RefusalError(outcome);
}

/**
 * Carries out an operation, under a key of the command.
 *
 * @throws RefusalError
 */
export async function carryOut<P extends OperationPath>(
  { client, keys }: Context,
  path: P,
  body: OperationBody<P>,
): Promise<Accepted<P>> {
  return accepted(await client.operate(path, body, { idempotencyKey: keys.next() }));
}

/**
 * Asks how an operation would end, and shows the answer.
 *
 * @throws RefusalError if it would be refused
 */
export async function showForeseen<P extends DryRunPath>(
  context: Context,
  path: P,
  body: OperationBody<P>,
  text: (foreseen: Foreseen<P>) => string,
): Promise<void> {
  const foreseen = accepted(await context.client.dryRun(path, body));
  context.show(foreseen, () => text(foreseen));
}

/**
 * As `showForeseen` for several operations, one after the other, with the same words for all.
 *
 * @throws RefusalError at the first that would be refused
 */
export async function showAllForeseen<P extends DryRunPath>(
  context: Context,
  path: P,
  bodies: readonly OperationBody<P>[],
  text: string,
): Promise<void> {
  const foreseen: Foreseen<P>[] = [];
  for (const body of bodies) foreseen.push(accepted(await context.client.dryRun(path, body)));
  context.show(foreseen, () => text);
}

/** Makes a change per id, one after the other. After a failure it shows those that are done already. */
export async function changeEach<T>(
  context: Context,
  ids: readonly string[],
  change: (id: string) => Promise<T>,
  text: string,
): Promise<void> {
  const done: T[] = [];
  try {
    for (const id of ids) done.push(await change(id));
  } finally {
    const lines = ids.slice(0, done.length).map((id) => `${text} ${id}\n`);
    if (done.length > 0) context.show(done, () => lines.join(''));
  }
}
