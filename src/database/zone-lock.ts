import type { EntityManager } from 'typeorm';
import { queryPrepared, type PreparedStatement } from './prepared.js';

const LOCK_ZONE: PreparedStatement = {
  name: 'lock-zone',
  text: `select head from zones where zone_id = $1 for update`,
};

/** Locks a zone and returns its head, or undefined if there is no such zone. No other process can append until the transaction ends. */
export async function lockZone(tx: EntityManager, zoneId: string): Promise<number | undefined> {
  const zones = await queryPrepared<{ readonly head: string }>(tx, LOCK_ZONE, [zoneId]);
  return zones.length === 0 ? undefined : Number(zones[0].head);
}
