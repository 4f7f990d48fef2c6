import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MILLISECONDS = 500;

/** What a job's signal is aborted with when the service stops; else it was because the time was up. */
export const STOPPING = new Error('the service is stopping');

/**
 * Work with platforms that goes on beside the rounds that begin it, so that one that is silent keeps nobody waiting.
 * Each job is given up after some time, whatever its driver does, and all of them when the service stops.
 */
export class PlatformJobs {
  private readonly underWay = new Map<Promise<unknown>, AbortController>();

  begin<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), milliseconds);
    const job: Promise<T> = work(giveUp.signal).finally(() => {
      clearTimeout(timer);
      this.underWay.delete(job);
    });
    this.underWay.set(job, giveUp);
    return job;
  }

  /** Resolves when all jobs have ended: those that don't within a moment are given up. */
  async stop(): Promise<void> {
    const ended = (): Promise<unknown> => Promise.allSettled(this.underWay.keys());
    const impatience = new AbortController();
    await Promise.race([ended(), pause(PATIENCE_MILLISECONDS, undefined, { signal: impatience.signal })]);
    impatience.abort();
    for (const giveUp of this.underWay.values()) giveUp.abort(STOPPING);
    await ended();
  }
}
