import type { Instant } from '../kernel/time-window.js';
import {
  CredentialsRefused,
  pauseAsked,
  PlatformRefused,
  PlatformUnreachable,
  type Discovery,
  type Driver,
} from './drivers/driver.js';
import { orTimeout } from './drivers/or-timeout.js';
import { unlessGivenUp } from './drivers/unless-given-up.js';
import type { ProviderConnection } from './provider-connection.js';

export type DiscoveryOutcome =
  | { readonly kind: 'discovered'; readonly discovery: Discovery }
  | {
      readonly kind: 'unreachable';
      readonly reason: string;
      /** Seconds for which the platform wants no retry, if it says so. */
      readonly pauseAsked?: number;
    }
  | {
      readonly kind: 'refused';
      readonly code: 'credentials-refused' | 'platform-refused';
      readonly reason: string;
    };

/** Of a registration, which is stored also without an answer. Longer than a healthy platform needs. */
const DISCOVERY_MS = 5_000;

/**
 * Of a registered provider, so that a slow platform is discovered at last. Shorter than a client waits for an answer, and than
 * a provider is leased.
 */
export const UNHURRIED_DISCOVERY_MS = 25_000;

/** Share of that time after which parts of a platform that have not answered are left out. */
const PARTS_SHARE = 0.7;

const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 300;

/** Refused credentials seldom become valid again, and platforms lock out users after many attempts. */
export const REFUSED_PAUSE_SECONDS = 3_600;

/** A discovery that was cancelled, without a result. */
export class LookStopped extends Error {
  override readonly name = 'LookStopped';
}

/**
 * Discovers a platform. A platform that doesn't answer in time counts as unreachable, whatever its driver does.
 *
 * @throws LookStopped when `stop` is aborted meanwhile
 */
export async function discover(
  driver: Driver,
  connection: ProviderConnection,
  milliseconds = DISCOVERY_MS,
  stop?: AbortSignal,
): Promise<DiscoveryOutcome> {
  const signal = orTimeout(stop, milliseconds);
  const parts = orTimeout(signal, milliseconds * PARTS_SHARE);
  try {
    const discovery = await unlessGivenUp(signal, driver.discover(connection, signal, parts));
    return { kind: 'discovered', discovery };
  } catch (error) {
    if (stop?.aborted) throw new LookStopped('the look was called off');
    return failure(error);
  }
}

/** @throws the error itself if a driver may not throw it */
function failure(error: unknown): DiscoveryOutcome {
  if (error instanceof PlatformUnreachable) {
    return { kind: 'unreachable', reason: error.message, pauseAsked: pauseAsked(error) };
  }
  if (error instanceof CredentialsRefused) {
    return { kind: 'refused', code: 'credentials-refused', reason: error.message };
  }
  if (error instanceof PlatformRefused) {
    return { kind: 'refused', code: 'platform-refused', reason: error.message };
  }
  throw error;
}

/** When to retry a platform after `attempts` failures in a row, which may have asked for a pause in seconds. */
export function nextLook(now: Instant, attempts: number, asked = 0): Instant {
  return now + Math.max(asked, Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MAX_PAUSE_SECONDS));
}
