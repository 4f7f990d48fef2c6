import { Client } from 'pg';
import { eventually } from './eventually.js';
import { onServer } from './postgres.js';

/** Runs `work` while another transaction locks a zone, so that all writers to the zone wait. */
export async function whileZoneIsHeld(url: string, zone: string, work: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from zones where zone_id = $1 for update', [zone]);
    await work();
  } finally {
    await holder.end();
  }
}

/** Waits until `count` connections of a database wait for a lock. */
export function untilLockIsAwaited(url: string, count = 1): Promise<void> {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return eventually(async () => {
    const { rowCount } = await onServer(url, (client) => client.query(waits));
    expect(rowCount).toBe(count);
  });
}
