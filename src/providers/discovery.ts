import type { Instant } from '../kernel/time-window.js';
import {
  CredentialsRefused,
  PlatformRefused,
  PlatformUnreachable,
  type Discovery,
  type Driver,
} from './drivers/driver.js';
import type { ProviderConnection } from './provider-connection.js';

export type DiscoveryOutcome =
  | { readonly kind: 'discovered'; readonly discovery: Discovery }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | {
      readonly kind: 'refused';
      readonly code: 'credentials-refused' | 'platform-refused';
      readonly reason: string;
    };

/** Longer than a healthy platform needs, shorter than a client's patience. */
const DISCOVERY_MILLISECONDS = 5_000;

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

/** Refused credentials seldom mend themselves, and platforms lock out who tries them too often. */
export const REFUSED_PAUSE_SECONDS = 3_600;

/** A look that was called off: nothing was found out. */
export class LookStopped extends Error {
  override readonly name = 'LookStopped';
}

/**
 * Looks at a platform. One that says nothing in time counts as unreachable, whatever its driver does.
 *
 * @throws LookStopped when `stop` is aborted meanwhile
 */
export async function discover(
  driver: Driver,
  connection: ProviderConnection,
  milliseconds = DISCOVERY_MILLISECONDS,
  stop?: AbortSignal,
): Promise<DiscoveryOutcome> {
  const ending = new AbortController();
  const { promise: ended, reject } = promiseOfEnd();
  const end = (reason: Error): void => {
    reject(reason);
    ending.abort();
  };
  const onStop = (): void => end(new LookStopped('the look was called off'));
  stop?.addEventListener('abort', onStop);
  const timer = setTimeout(() => {
    end(new PlatformUnreachable(`the platform did not answer within ${milliseconds / 1000} s`));
  }, milliseconds);
  try {
    if (stop?.aborted) onStop();
    const discovery = await Promise.race([ended, driver.discover(connection, ending.signal)]);
    return { kind: 'discovered', discovery };
  } catch (error) {
    return failure(error);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}

function promiseOfEnd(): { promise: Promise<never>; reject: (reason: Error) => void } {
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<never>((_, rejectIt) => (reject = rejectIt));
  return { promise, reject };
}

/** @throws the error itself when it is none of those a driver may throw */
function failure(error: unknown): DiscoveryOutcome {
  if (error instanceof PlatformUnreachable) return { kind: 'unreachable', reason: error.message };
  if (error instanceof CredentialsRefused) {
    return { kind: 'refused', code: 'credentials-refused', reason: error.message };
  }
  if (error instanceof PlatformRefused) {
    return { kind: 'refused', code: 'platform-refused', reason: error.message };
  }
  throw error;
}

/** When a platform that was tried `attempts` times in vain since its registration is looked at again. */
export function nextLook(now: Instant, attempts: number): Instant {
  return now + Math.min(FIRST_PAUSE_SECONDS * 2 ** attempts, LONGEST_PAUSE_SECONDS);
}
