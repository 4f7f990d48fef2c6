import { setTimeout as pause } from 'node:timers/promises';

/** The result of work that ends in time, else that of `late`. The work goes on; its failure is dropped then. */
export async function inTime<T, L>(work: Promise<T>, milliseconds: number, late: () => L): Promise<T | L> {
  const ended = new AbortController();
  const tooLate = pause(milliseconds, undefined, { ref: false, signal: ended.signal }).then(late);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    ended.abort();
  }
}
