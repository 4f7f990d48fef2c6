import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import { entryOf } from '../allocation/ledger/stored-rows.js';
import { timestamp } from '../database/columns.js';
import type { JsonRow } from '../database/entity-columns.js';
import type { CollectionKind } from '../kernel/identifiers.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { InstanceDraw } from './instance-draw.js';

/** `inclusive`: alive at some instant of the window, bounds closed; `exclusive`: wholly inside. */
export type WindowScope = 'inclusive' | 'exclusive';

export interface WindowedCollection {
  readonly zoneId: string;
  readonly kind: CollectionKind;
  readonly id: string;
  /** Its time in force; an early end counts. */
  readonly window: TimeWindow;
  /** Matched by `elements` of a query: `<Kind>:<id>`. */
  readonly elements: readonly string[];
  /**
   * The providers that back it, if requested; empty for a reservation that holds nothing and is tied to no provider.
   */
  readonly providers: readonly string[];
}

/** A place in the order of a zone's collections: by kind, then by id. */
export type PlaceInZone = Pick<WindowedCollection, 'kind' | 'id'>;

export interface FindOptions {
  /** For `exclusive`: the instant before which it must not begin. */
  readonly whollyFrom?: Instant;
  /** Whether to read `providers`; empty otherwise. */
  readonly withProviders?: boolean;
  /** Read `elements`, with the instances that exist at this time; empty otherwise. A reservation may have a thousand. */
  readonly elementsAt?: Instant;
  /** Only those of this tenant: the caller's view is limited to them. Pools belong to none. */
  readonly view?: string;
  /** Only later collections in the order. */
  readonly after?: PlaceInZone;
  /** Maximum of the first ones in the order. */
  readonly rows?: number;
  /** Maximum of any of them, of each kind: shows at little cost whether there are more. */
  readonly some?: number;
}

/** Collections of a zone at its head. */
export interface Found {
  /** Zero in a part after the last collection. */
  readonly head: number;
  readonly found: readonly WindowedCollection[];
}

interface Row {
  readonly kind: CollectionKind;
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly elements: readonly string[];
  readonly providers: readonly string[];
}

/** $1 zone, $2 start, $3 end of the window, $4 for `exclusive` the bound of starts and ends, else null */
const WHOLLY = `($4::timestamptz is null or (c.starts_at >= $4 and c.ends_at <= $3))`;
const INSIDE = `c.ends_at > $2 and c.starts_at <= $3 and ${WHOLLY}`;

/** The collections of a kind: what to read of a row `c`, and the source of its rows. */
interface Part {
  readonly kind: CollectionKind;
  readonly columns: string;
  readonly from: string;
}

const ON_PROVIDER = 'false as ended, c.provider_id, null::jsonb as elements, null::jsonb as restricted';
const ON_CLAIMS = 'false as ended, null::uuid as provider_id, c.elements, c.restricted';

const POOLS: Part = {
  kind: 'ResourcePool',
  columns: ON_PROVIDER,
  from: `
  from pool_entries c
 where c.zone_id = $1 and c.starts_at < c.ends_at and ${INSIDE}`,
};

const LIVE_RESERVATIONS: Part = {
  kind: 'ResourceReservation',
  columns: ON_CLAIMS,
  from: `
  from reservations c
 where c.zone_id = $1 and c.ended_at is null and c.status <> 'waiting'
   and tstzrange(c.starts_at, c.ends_at) && tstzrange($2, $3, '[]') and ${WHOLLY}`,
};

/** Ended reservations count for their lifetime, unless they were waiting until then. */
const ENDED_RESERVATIONS: Part = {
  kind: 'ResourceReservation',
  columns: 'true as ended, null::uuid as provider_id, c.elements, c.restricted',
  from: `
  from (select r.zone_id, r.id, r.tenant, r.elements, r.restricted, r.starts_at, least(r.ended_at, r.ends_at) as ends_at
          from reservations r
         where r.zone_id = $1 and r.ended_at is not null and r.ended_at > $2 and r.ended_at > r.starts_at
           and r.wait_until is null) c
 where ${INSIDE}`,
};

const INSTANCES: Part = {
  kind: 'ResourceAllocation',
  columns: ON_PROVIDER,
  from: `
  from instances c
 where c.zone_id = $1 and c.starts_at < c.ends_at and ${INSIDE}`,
};

/**
 * Of a row `m` of the parts. An instance whose end has come may be marked as deleted a little later, so its end counts too.
 *
 * @param now the parameter that has the time
 */
const elements = (now: string) => `
case m.kind when 'ResourcePool' then jsonb_build_array('ResourceProvider:' || m.provider_id)
            when 'ResourceAllocation' then jsonb_build_array('ResourceAllocation:' || m.id)
            else m.elements || coalesce((select jsonb_agg('ResourceAllocation:' || i.id) from instances i
                                          where i.zone_id = $1 and i.reservation_id = m.id
                                            and i.state in ('pending', 'active')
                                            and i.ends_at > ${now}::timestamptz), '[]') end`;

/** Of a row `m` of the parts. The claims of ended reservations are deleted, so their providers come from the ledger. */
const PROVIDERS = `
case when m.provider_id is not null then jsonb_build_array(m.provider_id)
     when m.ended then coalesce((select jsonb_agg(distinct e.provider_id) from ledger_entries e
                                  where e.zone_id = $1 and e.owner_id = m.id and e.provider_id is not null), m.restricted)
     else coalesce((select jsonb_agg(k.provider_id) from claims k
                     where k.zone_id = $1 and k.reservation_id = m.id), m.restricted) end`;

/** The collections of each metric (semantics §7). */
export type CollectionSet = 'pools' | 'reservations' | 'instances' | 'free-instances';

const PARTS: Readonly<Record<CollectionSet, readonly Part[]>> = {
  pools: [POOLS],
  reservations: [LIVE_RESERVATIONS, ENDED_RESERVATIONS],
  instances: [INSTANCES],
  'free-instances': [{ ...INSTANCES, from: `${INSTANCES.from} and c.reservation_id is null` }],
};

const NONE = `'[]'::jsonb`;

/** $5: the id after which the page begins, within the parts of its kind */
function restOf(kind: CollectionKind, after: PlaceInZone | undefined): string {
  if (after === undefined) return '';
  if (kind === after.kind) return ' and c.id > $5::uuid';
  return ` and $5::uuid is ${kind > after.kind ? 'not null' : 'null'}`;
}

/** @param parameter the one that has the tenant */
function ownedBy(kind: CollectionKind, parameter: string): string {
  return kind === 'ResourcePool' ? ` and ${parameter}::text is null` : ` and c.tenant = ${parameter}::text`;
}

/**
 * The collections in order, and the head of their zone. Elements and providers are read only if requested, and after
 * sorting, because each doubles the cost.
 */
function matching(
  zoneId: string,
  sets: readonly CollectionSet[],
  window: TimeWindow,
  { whollyFrom, elementsAt, withProviders = false, view, after, rows, some }: FindOptions,
): [text: string, parameters: unknown[]] {
  const parameters = [
    zoneId,
    edge(window.start),
    edge(window.end),
    whollyFrom === undefined ? null : edge(whollyFrom),
    ...(after ? [after.id] : []),
    ...(view === undefined ? [] : [view]),
    ...(elementsAt === undefined ? [] : [edge(elementsAt)]),
  ];
  const cut =
    rows === undefined ? (some === undefined ? '' : ` limit ${some}`) : ` order by c.id limit ${rows}`;
  // Each part has its own limit, so a page of a large zone reads hardly more rows than it contains.
  const parts = sets
    .flatMap((set) => PARTS[set])
    .map(({ kind, columns, from }) => {
      const owned = view === undefined ? '' : ownedBy(kind, after ? '$6' : '$5');
      return `(select '${kind}' as kind, c.id, c.starts_at, c.ends_at, ${columns}${from}${restOf(kind, after)}${owned}${cut})`;
    });
  const text = `
select z.head::float8 as head, m.kind, m.id, extract(epoch from m.starts_at)::float8 as start,
       extract(epoch from m.ends_at)::float8 as "end",
       ${elementsAt === undefined ? NONE : elements(`$${parameters.length}`)} as elements,
       ${withProviders ? PROVIDERS : NONE} as providers
  from zones z left join (${parts.join('\nunion all\n')}) m on true
 where z.zone_id = $1
 order by m.kind, m.id${rows === undefined ? '' : ` limit ${rows}`}`;
  return [text, parameters];
}

type Read = { readonly head: number } & (Row | { readonly id: null });

function foundOf(zoneId: string, read: readonly Read[]): Found {
  const found = read.flatMap((row): WindowedCollection[] => {
    if (row.id === null) return [];
    const { kind, id, elements, providers, start, end } = row;
    return [{ zoneId, kind, id, elements, providers, window: { start, end } }];
  });
  return { head: read.at(0)?.head ?? 0, found };
}

@Injectable()
export class CollectionsInWindowRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Collections in force at some instant of the window, in order, and the head of the zone in the same snapshot. */
  async find(
    zoneId: string,
    sets: readonly CollectionSet[],
    window: TimeWindow,
    options: FindOptions = {},
  ): Promise<Found> {
    return foundOf(zoneId, await this.dataSource.query<Read[]>(...matching(zoneId, sets, window, options)));
  }

  /** The same in one snapshot, `rows` at a time. A part that has fewer is the last one. */
  async inParts(
    zoneId: string,
    sets: readonly CollectionSet[],
    window: TimeWindow,
    { rows, ...options }: FindOptions & { readonly rows: number },
    visit: (readNext: () => Promise<Found>) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction('REPEATABLE READ', async (db) => {
      const [text, parameters] = matching(zoneId, sets, window, options);
      await db.query(`declare matching no scroll cursor for ${text}`, parameters);
      await visit(async () => foundOf(zoneId, await db.query<Read[]>(`fetch ${rows} from matching`)));
    });
  }

  /** Which of some ids each zone has, as collections. Zones that have none are not listed. */
  async idsByZone(ids: readonly string[]): Promise<Map<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.dataSource.query<{ zoneId: string; ids: string[] }[]>(IDS_BY_ZONE, [ids]);
    return new Map(rows.map(({ zoneId, ids: own }) => [zoneId, own]));
  }

  /** The entries of a zone after one head and up to another. */
  async entriesBetween(zoneId: string, after: number, upTo: number): Promise<LedgerEntry[]> {
    if (upTo <= after) return [];
    return this.entries('zone_id = $1 and sequence > $2 and sequence <= $3', [zoneId, after, upTo]);
  }

  /** Which of some ids name a reservation or an instance that does not belong to a tenant. */
  async foreign(tenant: string, ids: readonly string[]): Promise<string[]> {
    return this.ids(FOREIGN, [ids, tenant]);
  }

  /** The instances that draw, or drew, on some reservations. */
  async instancesOf(zoneId: string, reservationIds: readonly string[]): Promise<string[]> {
    return this.ids(INSTANCES_OF, [zoneId, reservationIds]);
  }

  /** Which of some instances draw on a reservation, as of a head. */
  async drawsOf(zoneId: string, instanceIds: readonly string[], head: number): Promise<InstanceDraw[]> {
    if (instanceIds.length === 0) return [];
    const rows = await this.dataSource.query<(Omit<InstanceDraw, 'until'> & { until: Instant | null })[]>(
      DRAWS,
      [zoneId, instanceIds, head],
    );
    return rows.map(({ until, ...draw }) => ({ ...draw, until: until ?? FOREVER }));
  }

  /** The entries up to a head that belong to some owners. */
  async entriesOf(zoneId: string, ownerIds: readonly string[], head: number): Promise<LedgerEntry[]> {
    if (ownerIds.length === 0) return [];
    const condition = 'zone_id = $1 and owner_id = any ($2::uuid[]) and sequence <= $3';
    return this.entries(condition, [zoneId, ownerIds, head]);
  }

  private async entries(condition: string, parameters: unknown[]): Promise<LedgerEntry[]> {
    const statement = `select to_jsonb(e) as entry from ledger_entries e where ${condition}`;
    const rows = await this.dataSource.query<{ entry: JsonRow }[]>(statement, parameters);
    return rows.map(({ entry }) => entryOf(entry));
  }

  private async ids(statement: string, parameters: unknown[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(statement, parameters);
    return rows.map(({ id }) => id);
  }
}

/** $1 ids, $2 tenant */
const FOREIGN = `
select id from reservations where id = any ($1::uuid[]) and tenant is distinct from $2::text
union all
select id from instances where id = any ($1::uuid[]) and tenant is distinct from $2::text`;

/** $1 zone, $2 reservations */
const INSTANCES_OF = `select id from instances where zone_id = $1 and reservation_id = any ($2::uuid[])`;

/** $1 ids */
const IDS_BY_ZONE = `
select zone_id as "zoneId", array_agg(distinct id::text) as ids
  from (select zone_id, id from reservations where id = any ($1::uuid[])
        union all select zone_id, id from instances where id = any ($1::uuid[])
        union all select zone_id, id from pool_entries where id = any ($1::uuid[])) c
 group by zone_id`;

/**
 * A reservation in conflict has held nothing since its last entry with amounts; entries without are changes of its name and the
 * like (semantics §5).
 *
 * $1 zone, $2 instances, $3 head: later entries don't count
 */
const DRAWS = `
select i.id as "instanceId", i.reservation_id as "reservationId", i.borrowed,
       (select extract(epoch from gone.at)::float8
          from (select coalesce(r.ended_at, case when r.status = 'conflict' then (
                         select max(e.recorded_at) from ledger_entries e
                          where e.zone_id = $1 and e.owner_id = r.id and e.provider_id is not null) end) as at) gone
         where exists (select from ledger_entries e
                        where e.zone_id = $1 and e.owner_id = r.id and e.sequence <= $3 and e.recorded_at >= gone.at)) as until
  from instances i join reservations r on r.zone_id = i.zone_id and r.id = i.reservation_id
 where i.zone_id = $1 and i.id = any ($2::uuid[])`;

function edge(instant: Instant): Date | string {
  return instant === 0 ? '-infinity' : timestamp(instant);
}
