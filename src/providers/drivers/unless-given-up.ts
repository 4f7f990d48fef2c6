import { PlatformUnreachable } from './driver.js';

/** The work's outcome, or PlatformUnreachable as soon as the signal is aborted. */
export function unlessGivenUp<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new PlatformUnreachable('the platform did not answer in time'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
