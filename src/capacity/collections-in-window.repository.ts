import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LedgerEntry } from '../allocation/ledger-entry.js';
import { entryOf, type StoredEntry } from '../allocation/stored-rows.js';
import type { CollectionKind } from '../kernel/identifiers.js';
import { FOREVER, type TimeWindow } from '../kernel/time-window.js';

/** `inclusive`: alive at some instant of the window, bounds closed; `exclusive`: wholly inside. */
export type Scope = 'inclusive' | 'exclusive';

export interface WindowedCollection {
  readonly kind: CollectionKind;
  readonly id: string;
  /** While it was in force; for one that was ended, until then. */
  readonly window: TimeWindow;
  /** Cancelled, lapsed or destroyed. */
  readonly ended: boolean;
  /** What `elements` of a query match: `<Kind>:<id>`. */
  readonly elements: readonly string[];
}

interface Row {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly start: number | string;
  readonly end: number | string;
  readonly ended: boolean;
  readonly elements: readonly string[];
}

/** $1 zone, $2 start, $3 end of the window, $4 exclusive? */
const INSIDE = `tstzrange(c.starts_at, c.ends_at) && tstzrange($2, $3, '[]')
   and (not $4::boolean or (c.starts_at >= $2 and c.ends_at <= $3))`;

const TIMES = `extract(epoch from c.starts_at)::float8 as start, extract(epoch from c.ends_at)::float8 as "end"`;

const POOLS = `
select 'ResourcePool' as kind, c.id, ${TIMES}, false as ended, jsonb_build_array('ResourceProvider:' || c.provider_id) as elements
  from pool_entries c
 where c.zone_id = $1 and ${INSIDE}`;

const RESERVATION_ELEMENTS = `
       c.elements || coalesce((select jsonb_agg('ResourceAllocation:' || i.id) from instances i
                                where i.zone_id = c.zone_id and i.reservation_id = c.id
                                  and i.state in ('pending', 'active')), '[]') as elements`;

const LIVE_RESERVATIONS = `
select 'ResourceReservation' as kind, c.id, ${TIMES}, false as ended, ${RESERVATION_ELEMENTS}
  from reservations c
 where c.zone_id = $1 and c.ended_at is null and ${INSIDE}`;

/** Those that were ended count for as long as they lived. */
const ENDED_RESERVATIONS = `
select 'ResourceReservation' as kind, c.id, ${TIMES}, true as ended, ${RESERVATION_ELEMENTS}
  from (select r.zone_id, r.id, r.elements, r.starts_at, least(r.ended_at, r.ends_at) as ends_at
          from reservations r
         where r.zone_id = $1 and r.ended_at is not null and r.ended_at > $2 and r.ended_at > r.starts_at) c
 where ${INSIDE}`;

const INSTANCES = `
select 'ResourceAllocation' as kind, c.id, ${TIMES}, c.state not in ('pending', 'active') as ended,
       jsonb_build_array('ResourceAllocation:' || c.id) as elements
  from instances c
 where c.zone_id = $1 and c.starts_at < c.ends_at and ${INSIDE}`;

/** What each metric's collections are (semantics §7). */
export type CollectionSet = 'pools' | 'reservations' | 'instances' | 'free-instances';

const STATEMENTS: Readonly<Record<CollectionSet, string>> = {
  pools: POOLS,
  reservations: `${LIVE_RESERVATIONS}\nunion all\n${ENDED_RESERVATIONS}`,
  instances: INSTANCES,
  'free-instances': `${INSTANCES} and c.reservation_id is null`,
};

@Injectable()
export class CollectionsInWindowRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What matches, and the head of the zone in the same snapshot. */
  async find(
    zoneId: string,
    sets: readonly CollectionSet[],
    window: TimeWindow,
    scope: Scope,
  ): Promise<{ head: number; found: WindowedCollection[] }> {
    const matching = sets.map((set) => `(${STATEMENTS[set]})`).join('\nunion all\n');
    const [answer] = await this.dataSource.query<{ head: number; rows: Row[] }[]>(
      `select (select head::float8 from zones where zone_id = $1) as head,
              coalesce((select jsonb_agg(to_jsonb(m) order by m.kind, m.id) from (${matching}) m), '[]') as rows`,
      [
        zoneId,
        window.start === 0 ? '-infinity' : new Date(window.start * 1000),
        window.end === FOREVER ? 'infinity' : new Date(window.end * 1000),
        scope === 'exclusive',
      ],
    );
    const found = answer.rows.map(({ start, end, ...same }) => ({
      ...same,
      // JSON writes an open end as text.
      window: { start: Number(start), end: Number(end) },
    }));
    return { head: answer.head, found };
  }

  /** The entries of a zone after one head and up to another. */
  async entriesBetween(zoneId: string, after: number, upTo: number): Promise<LedgerEntry[]> {
    if (upTo <= after) return [];
    const rows = await this.dataSource.query<{ entry: StoredEntry }[]>(
      `select to_jsonb(e) as entry from ledger_entries e where zone_id = $1 and sequence > $2 and sequence <= $3`,
      [zoneId, after, upTo],
    );
    return rows.map(({ entry }) => entryOf(entry));
  }

  /** The entries up to a head that belong to some owners or lie on some providers. */
  async entriesOf(zoneId: string, ids: readonly string[], head: number): Promise<LedgerEntry[]> {
    if (ids.length === 0) return [];
    const rows = await this.dataSource.query<{ entry: StoredEntry }[]>(
      `select to_jsonb(e) as entry from ledger_entries e
        where zone_id = $1 and sequence <= $3 and (owner_id = any ($2::uuid[]) or provider_id = any ($2::uuid[]))`,
      [zoneId, ids, head],
    );
    return rows.map(({ entry }) => entryOf(entry));
  }
}
