import { ApiError } from './api-error';
import { noteOwnChange } from './freshness';

/** A change is meant anew after this time, or once a later one was answered, also if it reads like one whose outcome is unknown. */
const KEPT_MS = 10 * 60_000;

/** By change: the key of an attempt whose outcome is unknown, and when it ended. */
const keys = new Map<string, { readonly key: string; readonly at: number }>();

/** By change: its answer that is still to come. */
const underWay = new Map<string, Promise<unknown>>();

/** Refusals that precede the lookup of the key, so they say nothing about an earlier attempt. */
const EARLY_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Sends a change under an `Idempotency-Key`. After an attempt with an unknown outcome the same change is sent under the same
 * key, so that pressing a button again has no second effect. While the change is under way, pressing it again sends nothing.
 *
 * @param change identifies the request: its method, path and body
 */
export function repeatable<T>(change: string, send: (key: string) => Promise<T>): Promise<T> {
  const present = underWay.get(change) as Promise<T> | undefined;
  if (present) return present;
  const answer = attempt(change, send).finally(() => underWay.delete(change));
  underWay.set(change, answer);
  return answer;
}

/** Whether the last attempt has an unknown outcome, so that the change may have been made and will be sent under the same key. */
export function isUndecided(change: string): boolean {
  const kept = keys.get(change);
  return kept !== undefined && Date.now() - kept.at < KEPT_MS;
}

async function attempt<T>(change: string, send: (key: string) => Promise<T>): Promise<T> {
  const now = Date.now();
  for (const [name, { at }] of keys) if (now - at >= KEPT_MS) keys.delete(name);
  const key = keys.get(change)?.key ?? newKey();
  try {
    const answer = await send(key);
    // One that was under way already says nothing of what the user knows.
    for (const [name, { at }] of keys) if (name === change || at <= now) keys.delete(name);
    return answer;
  } catch (error) {
    if (isDefinite(error)) keys.delete(change);
    else keys.set(change, { key, at: Date.now() });
    throw error;
  } finally {
    noteOwnChange();
  }
}

function isDefinite(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && !EARLY_REFUSALS.has(error.status);
}

/** `crypto.randomUUID` is missing in browsers on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}
