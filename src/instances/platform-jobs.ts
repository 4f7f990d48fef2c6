import { setTimeout as pause } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 500;

/** Abort reason of a job's signal when the service stops; otherwise the job has timed out. */
export const STOPPING = new Error('the service is stopping');

/**
 * Platform jobs that run beside the rounds that start them, so that a silent platform delays no others. Each job has a
 * timeout, whatever its driver does, and all are aborted when the service stops.
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

  /** Resolves when all jobs have ended. Jobs that don't end soon are aborted. */
  async stop(): Promise<void> {
    const ended = (): Promise<unknown> => Promise.allSettled(this.underWay.keys());
    const timeout = new AbortController();
    await Promise.race([ended(), pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal })]);
    timeout.abort();
    for (const giveUp of this.underWay.values()) giveUp.abort(STOPPING);
    await ended();
  }
}
