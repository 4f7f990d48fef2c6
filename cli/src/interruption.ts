import { EXIT, type ExitStatus } from './exit-status.js';

/** A signal of the operating system, such as `SIGINT`. */
export class Interruption extends Error {
  constructor(override readonly name: string) {
    super(`ended by ${name}`);
  }
}

/** Undefined: the error has another cause than the signal, such as a refusal that came before it. */
export function statusOfInterruption(error: unknown, signal: AbortSignal): ExitStatus | undefined {
  if (!signal.aborted) return undefined;
  const reason = signal.reason as Error;
  // Node's own functions throw an AbortError in place of the reason.
  if (error !== reason && (error as Error).name !== 'AbortError') return undefined;
  return reason.name === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}

/** For work that lasts until the user ends it: the signal is then no failure. */
export async function untilInterrupted(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  try {
    if (!signal.aborted) await work();
  } catch (error) {
    if (statusOfInterruption(error, signal) === undefined) throw error;
  }
}

/** A signal for a request whose answer is needed to clean up: aborted some time after another one, with its reason. */
export function outlasting(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  const startTimer = (): void => void setTimeout(() => later.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) startTimer();
  else signal.addEventListener('abort', startTimer, { once: true });
  return later.signal;
}
