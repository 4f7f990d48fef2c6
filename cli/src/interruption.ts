import { EXIT, type ExitStatus } from './exit-status.js';

/** A signal of the operating system, such as `SIGINT`. */
export class Interruption extends Error {
  constructor(override readonly name: string) {
    super(`ended by ${name}`);
  }
}

/**
 * The signals that end a command after it has cleaned up. A terminal that is closed is one of them, but not for a command that
 * `nohup` has started: it takes the terminal away, and the signal has no effect.
 */
export function endingSignals({ isTTY }: { readonly isTTY?: boolean }): readonly NodeJS.Signals[] {
  return isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}

const STATUS: Readonly<Record<string, ExitStatus>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp };

/** Undefined: the error has another cause than the signal, such as a refusal that came before it. */
export function statusOfInterruption(error: unknown, signal: AbortSignal): ExitStatus | undefined {
  if (!signal.aborted) return undefined;
  const reason = signal.reason as Error;
  // Node's own functions throw an AbortError in place of the reason.
  if (error !== reason && (error as Error).name !== 'AbortError') return undefined;
  return STATUS[reason.name] ?? EXIT.interrupted;
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
