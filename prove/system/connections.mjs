import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const READY_MS = 60_000;
/**
 * Milliseconds between attempts to connect. The children of a killed server live on for a moment, and a new server has to wait
 * for them.
 */
const RETRY_MS = 200;

/** Runs `work` on a connection of its own. */
export async function onDatabase(connectionString, work) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until a database answers. @param beforeEach called before each attempt */
export async function untilItAnswers(connectionString, beforeEach = () => undefined) {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    beforeEach();
    try {
      await onDatabase(connectionString, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('the database does not answer', { cause: error });
      await pause(RETRY_MS);
    }
  }
}
