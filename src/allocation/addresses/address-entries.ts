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
select e.zone_id as "zoneId", e.sequence::float8 as sequence, e.held, e.owned::float8 as owned, e.is_shared as "isShared",
       extract(epoch from e.starts_at)::float8 as start, extract(epoch from e.ends_at)::float8 as "end"`;

/** Entries up to a goal in the ledger of their zone, beyond a bound. */
interface Range {
  readonly type: string;
  readonly condition: (goal: string, bound: string) => string;
}

const AFTER: Range = {
  type: 'bigint',
  condition: (goal, bound) => `e.sequence > ${bound} and e.sequence <= ${goal}`,
};

/** There may be years of entries that have ended: the index of ends has to lead to the others, so no other condition may use an index. */
const PRESENT: Range = {
  type: 'timestamptz',
  condition: (goal, bound) => `e.ends_at > ${bound} and e.sequence + 0 <= ${goal}`,
};

/** $1 zones, $2 the goal of each, $3 the bound of each */
function ofZones({ type, condition }: Range): string {
  return `${COLUMNS}
  from unnest($1::text[], $2::bigint[], $3::${type}[]) as z(zone_id, goal, bound)
 cross join lateral (select * from address_entries e
                      where e.zone_id = z.zone_id and ${condition('z.goal', 'z.bound')} offset 0) e
 order by e.zone_id, e.sequence, e.number`;
}

/** $1 zone, $2 goal, $3 bound */
function ofOneZone({ condition }: Range): string {
  return `${COLUMNS}
  from address_entries e
 where e.zone_id = $1 and ${condition('$2', '$3')}
 order by e.sequence, e.number`;
}

type AddressEntryRow = Omit<AddressEntry, 'window'> & { readonly start: Instant; readonly end: Instant };

/** The changes of some zones that take effect after one entry of each and up to another, in order. */
export function addressEntriesAfter(
  db: EntityManager,
  upTo: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Promise<AddressEntry[]> {
  return read(db, AFTER, upTo, (zoneId) => after.get(zoneId) ?? -1);
}

/** The changes of some zones up to an entry of each, in order, without those that have ended by an instant. */
export function presentAddressEntries(
  db: EntityManager,
  upTo: ReadonlyMap<string, number>,
  since: Instant,
): Promise<AddressEntry[]> {
  return read(db, PRESENT, upTo, () => timestamp(since));
}

async function read(
  db: EntityManager,
  range: Range,
  upTo: ReadonlyMap<string, number>,
  boundOf: (zoneId: string) => unknown,
): Promise<AddressEntry[]> {
  const zoneIds = [...upTo.keys()];
  const values = [zoneIds, [...upTo.values()], zoneIds.map(boundOf)] as const;
  const rows = layoutOf(db.dataSource).isDistributed
    ? await oneByOne(values, (...zone) => db.query<AddressEntryRow[]>(ofOneZone(range), zone))
    : await db.query<AddressEntryRow[]>(ofZones(range), [...values]);
  return rows.map(({ start, end, ...row }) => ({ ...row, window: { start, end } }));
}
