import { ProblemError, UnreachableError } from '@headroom/client';
import type { Context } from './context.js';

/**
 * For work that lasts until the user ends it: a read that may fail for a while, as when the service restarts. The first one has to succeed,
 * so that a wrong address ends the command.
 *
 * @returns undefined where there was no answer, which is noted once
 */
export function patiently(context: Context): <T>(read: () => Promise<T>) => Promise<T | undefined> {
  let state: 'new' | 'answered' | 'away' = 'new';
  return async (read) => {
    try {
      const answer = await read();
      if (state === 'away') context.note('headroom: the service answers again');
      state = 'answered';
      return answer;
    } catch (error) {
      if (state === 'new' || !mayPass(error)) throw error;
      if (state === 'answered')
        context.note(`headroom: trying again until Ctrl-C: ${(error as Error).message}`);
      state = 'away';
      return undefined;
    }
  };
}

function mayPass(error: unknown): boolean {
  if (error instanceof ProblemError) return error.status === 429 || error.status >= 500;
  return error instanceof UnreachableError;
}
