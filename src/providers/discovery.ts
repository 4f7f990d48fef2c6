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

/** Looks at a platform. One that says nothing in time counts as unreachable, whatever its driver does. */
export async function discover(
  driver: Driver,
  connection: ProviderConnection,
  milliseconds = DISCOVERY_MILLISECONDS,
): Promise<DiscoveryOutcome> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PlatformUnreachable(`the platform did not answer within ${milliseconds / 1000} s`));
      timeout.abort();
    }, milliseconds);
  });
  try {
    const discovery = await Promise.race([driver.discover(connection, timeout.signal), silence]);
    return { kind: 'discovered', discovery };
  } catch (error) {
    return failure(error);
  } finally {
    clearTimeout(timer);
  }
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
