import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLoss, isReadOnly, messageOf } from './constraints.js';

const TIMEOUT_MS = 30_000;
const MAX_BACKOFF_MS = 2_000;

/** How PgBouncer refuses settings that a connection asks for. */
const UNSUPPORTED_SETTINGS = 'unsupported startup parameter';

/**
 * Retries an attempt to use the database while it can't be reached or is a standby: it may start at the same time as the process,
 * or be about to take over. A refused login is not retried.
 *
 * @param setting where the operator says which database
 * @param onRetry called with the reason before each retry
 * @throws Error that names the setting
 */
export async function awaitDatabase<T>(
  setting: 'DATABASE_URL' | 'DATA_DIR',
  attempt: () => Promise<T>,
  onRetry: (reason: string) => void,
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let wait = 250; ; wait = Math.min(wait * 2, MAX_BACKOFF_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const reason = messageOf(error);
      const isFinal =
        !(isConnectionLoss(error) || isReadOnly(error)) || reason.includes(UNSUPPORTED_SETTINGS);
      if (isFinal || Date.now() > deadline) {
        throw new Error(`${setting}: the database can't be used: ${explained(reason)}`, { cause: error });
      }
      onRetry(`the database can't be reached, trying again: ${reason}`);
      await pause(wait);
    }
  }
}

function explained(reason: string): string {
  if (!reason.includes(UNSUPPORTED_SETTINGS)) return reason;
  return `${reason}; behind PgBouncer set DATABASE_SETTINGS=role, and the settings on the role (deploy/postgres/roles.sql)`;
}
