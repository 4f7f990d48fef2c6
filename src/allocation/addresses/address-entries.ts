import type { EntityManager } from 'typeorm';
import { oneByOne } from '../../database/across-zones.js';
import { timestamp } from '../../database/columns.js';
import { layoutOf } from '../../database/layout.js';
import type { Instant, TimeWindow } from '../../kernel/time-window.js';

/** A change of the number of addresses that a zone's reservations hold, or that its ranges have. */
export interface AddressEntry {
  readonly zoneId: string;
  /** The entry of the zone's ledger with which it takes effect. */
  readonly sequence: number;
  readonly window: TimeWindow;
  readonly held: number;
  readonly owned: number;
  readonly isShared: boolean;
}

const COLUMNS = `
select a.zone_id as "zoneId", a.sequence::float8 as sequence, a.held, a.owned::float8 as owned, a.is_shared as "isShared",
       extract(epoch from a.starts_at)::float8 as start, extract(epoch from a.ends_at)::float8 as "end"`;

/** $1 zones, $2 after this entry of each, $3 up to this entry, $4 since: those that ended before are left out */
const ADDRESS_ENTRIES = `${COLUMNS}
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as z(zone_id, after, goal)
 cross join lateral (select * from address_entries e
                      where e.zone_id = z.zone_id and e.sequence > z.after and e.sequence <= z.goal and e.ends_at > $4
                     offset 0) a
 order by a.zone_id, a.sequence, a.number`;

/** The same for one zone. */
const OF_ONE_ZONE = `${COLUMNS}
  from address_entries a
 where a.zone_id = $1 and a.sequence > $2 and a.sequence <= $3 and a.ends_at > $4
 order by a.sequence, a.number`;

type AddressEntryRow = Omit<AddressEntry, 'window'> & { readonly start: Instant; readonly end: Instant };

/** The changes of some zones that take effect after one entry of each and up to another, in order. */
export async function readAddressEntries(
  db: EntityManager,
  upTo: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  since: Instant,
): Promise<AddressEntry[]> {
  const zoneIds = [...upTo.keys()];
  const values = [zoneIds, zoneIds.map((zoneId) => after.get(zoneId) ?? -1), [...upTo.values()]] as const;
  const rows = layoutOf(db.dataSource).isDistributed
    ? await oneByOne(values, (...zone) =>
        db.query<AddressEntryRow[]>(OF_ONE_ZONE, [...zone, timestamp(since)]),
      )
    : await db.query<AddressEntryRow[]>(ADDRESS_ENTRIES, [...values, timestamp(since)]);
  return rows.map(({ start, end, ...row }) => ({ ...row, window: { start, end } }));
}
