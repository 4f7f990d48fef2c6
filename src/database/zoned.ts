import type { Way } from './narrowing.js';
import { sql, sqlWord, type Sql } from './sql.js';

/** The zone's id, concatenated with an empty text as in the indexes that only lists use: no other statement takes those. */
function listedZone(): Sql {
  return sqlWord(`t.zone_id || ''`);
}

export function alongZone(zoneId: string): Way {
  return { column: listedZone(), value: sql`${zoneId}::text` };
}

/** A provider serves one zone. */
export function alongZoneOf(providerId: string): Way {
  return {
    column: listedZone(),
    value: sql`(select p.zone_id from providers p where p.id = ${providerId}::uuid)`,
  };
}

/** One zone, or each zone in turn: for an index that begins with the zone. */
export function inZones(zoneId: string | undefined): Sql {
  return zoneId === undefined
    ? sqlWord('t.zone_id = any (array(select z.zone_id from zones z))')
    : sql`t.zone_id = ${zoneId}::text`;
}
