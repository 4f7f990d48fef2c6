import { once } from 'node:events';
import {
  endingSignals,
  Interruption,
  outlasting,
  statusOfInterruption,
  untilInterrupted,
} from './interruption.js';

const signal = AbortSignal.abort(new Interruption('SIGTERM'));

describe('an interruption', () => {
  it('has the status of its signal; without a name it is that of Ctrl-C', () => {
    expect(statusOfInterruption(signal.reason, signal)).toBe(143);
    expect(statusOfInterruption(new DOMException('', 'AbortError'), AbortSignal.abort())).toBe(130);
  });

  // Regression: a terminal that was closed left the subscription of `listen` behind.
  it('is a closed terminal, too, but not where there is none, as under nohup', () => {
    expect(endingSignals({ isTTY: true })).toContain('SIGHUP');
    expect(endingSignals({})).not.toContain('SIGHUP');
    const hungUp = AbortSignal.abort(new Interruption('SIGHUP'));
    expect(statusOfInterruption(hungUp.reason, hungUp)).toBe(129);
  });

  it('is not the cause of every error after it', async () => {
    const other = new Error('refused');
    expect(statusOfInterruption(other, signal)).toBeUndefined();
    const live = new AbortController();
    const work = (): Promise<never> => {
      live.abort();
      return Promise.reject(other);
    };
    await expect(untilInterrupted(live.signal, work)).rejects.toBe(other);
  });

  // Regression: a request that began after the signal had no limit, and the command went on for minutes.
  it('ends a request soon that has to outlast it, also one that begins after it', async () => {
    const later = outlasting(signal, 1);
    expect(later.aborted).toBe(false);
    await once(later, 'abort');
    expect(later.reason).toBe(signal.reason);
  });
});
