import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { storedClassOf } from '../../capacity/resource-types.js';
import { timestamp } from '../../database/columns.js';
import { queryZones, zonesRead } from '../../database/across-zones.js';
import { layoutOf, zoneAway } from '../../database/layout.js';
import { hidden, queryPrepared } from '../../database/prepared.js';
import { Transactions } from '../../database/transactions.js';
import type { Instant } from '../../kernel/time-window.js';
import type { CapacitySubscription } from '../../subscriptions/subscription.js';
import type { Watch } from './watched-capacity.js';

/** The unit of evaluation: a zone, or the whole service. */
export type WatchedScope = string;
export const WHOLE_SERVICE: WatchedScope = '';

/** How far a scope's subscriptions are evaluated. */
export interface CapacityWatermark {
  /** Zone → its last entry that was evaluated. */
  readonly heads: ReadonlyMap<string, number>;
  readonly reached: Instant;
  /** Spare addresses that the figures of addresses count with; null: these have not been evaluated. */
  readonly spare: number | null;
}

/** The heads of the zones, and the version of the subscriptions at that time or later. */
export interface Present {
  readonly subscribers: number;
  /** Number of ranges that zones have got: spare addresses change with it. */
  readonly ranges: number;
  /** Heads of the requested zones. */
  readonly heads: ReadonlyMap<string, number>;
}

/** By the database's clock, which all processes share. */
const LEASE_SECONDS = 10;

/** Subscriptions to capacity that are evaluated. */
const LIVE = `kind in ('compute', 'network', 'storage') and disabled_at is null`;

const SUBSCRIBED = `
select distinct coalesce(zone_id, '${WHOLE_SERVICE}') as scope
  from subscriptions
 where ${LIVE}`;

const FORGET_UNWATCHED = `
delete from capacity_watermarks w
 where not exists (select 1 from subscriptions s where ${LIVE} and coalesce(s.zone_id, '${WHOLE_SERVICE}') = w.scope)`;

/**
 * The subscribe opens the scope of its subscription. An earlier version of the service evaluated compute without a zone
 * in each zone, and opened only those scopes. Such a subscription begins at the current heads.
 *
 * $1 now, $2 holder
 */
const OPEN_WHOLE_SERVICE = `
with heads as materialized (select zone_id, head from zones)
insert into capacity_watermarks (scope, heads, reached, holder, held_until)
select '${WHOLE_SERVICE}', coalesce(jsonb_object_agg(zone_id, head), '{}'), $1, $2, '-infinity'
  from heads
on conflict do nothing`;

const WATERMARK = `jsonb_build_object('heads', heads, 'reached', extract(epoch from reached), 'spare', spare) as watermark`;

const CLAIM = `
update capacity_watermarks w
   set holder = $2, held_until = statement_timestamp() + ${LEASE_SECONDS} * interval '1 s'
 where scope in (select scope from capacity_watermarks
                  where scope = any ($1::text[]) and (holder = $2 or held_until < statement_timestamp())
                    for update skip locked)
returning scope, ${WATERMARK}`;

/** Of the zones that an array of scopes covers. */
function present(scopes: string): string {
  return `
       (select number::float8 from subscription_changes) as subscribers,
       (select count(*)::float8 from address_ranges) as ranges,
       (select coalesce(jsonb_object_agg(zone_id, head), '{}')
          from (select zone_id, head from zones where zone_id = any (${scopes})
                 union all
                select zone_id, head from zones where '${WHOLE_SERVICE}' = any (${scopes})) covered) as heads`;
}

const PRESENT = { name: 'present-zones', text: `select ${present(hidden(1, 'text[]'))}` };

const HEADS = zonesRead(
  'present-heads',
  0,
  ({ inReach }) =>
    `select zone_id as "zoneId", head::float8 as head from zones where true${inReach('zone_id')}`,
);

const VERSIONS = {
  name: 'present-versions',
  text: `select s.number::float8 as subscribers, (select count(*)::float8 from address_ranges) as ranges from subscription_changes s`,
};

/** $1 scope, $2 holder */
const OF_HOLDER = `
  from capacity_watermarks
 where scope = $1 and holder = $2`;

const LOCK = {
  name: 'lock-scope',
  text: `select ${WATERMARK}, ${present('array[$1::text]')}${OF_HOLDER} for update`,
};

const LOCK_ALONE = { name: 'lock-scope-alone', text: `select ${WATERMARK}${OF_HOLDER} for update` };

const MOVE_ON = {
  name: 'move-scope-on',
  text: `update capacity_watermarks set heads = $2, reached = $3, spare = $4 where scope = $1`,
};

/**
 * Where a subscription begins is a list of all zones of its scope, so it is not read once it has begun. All scopes are read
 * after each change of a subscription, so those of a zone are looked up by their index.
 *
 * $1 scope, $2 the version of the subscriptions
 */
const watchesOf = (scope: WatchedScope): string => `
select s.id, s.kind, s.zone_id as "zoneId", s.resource_type as "typeId", s.threshold, s.callback_uri as "callbackUri",
       floor(extract(epoch from s.created_at))::float8 as "createdAt",
       floor(extract(epoch from coalesce(s.watches_from, s.created_at)))::float8 as "from",
       coalesce(e.has_begun, false) as "hasBegun",
       case when e.has_begun then '{}' else coalesce(e.since, '{}') end as "heads"
  from subscriptions s
  left join capacity_evaluations e on e.subscription_id = s.id and e.scope = $1
 where ${LIVE} and s.since <= $2
   and ${scope === WHOLE_SERVICE ? 's.zone_id is null' : 's.zone_id = $1'}
 order by s.id`;

/**
 * A threshold that was changed meanwhile is evaluated again: the lock waits for the transaction that changes it.
 *
 * $1 subscriptions, $2 scope, $3 the change of subscribers as of which they were looked at
 */
const NOTE_BEGUN = `
insert into capacity_evaluations (subscription_id, scope, since, has_begun)
select s.id, $2, '{}', true
  from (select id from subscriptions where id = any ($1::uuid[]) and since <= $3 order by id for share) s
on conflict (subscription_id, scope) do update set since = '{}', has_begun = true`;

@Injectable()
export class CapacityWatermarksRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Scopes with a subscription; on a cluster without those that can't be evaluated now. */
  async scopes(): Promise<WatchedScope[]> {
    const rows = await this.dataSource.query<{ scope: WatchedScope }[]>(SUBSCRIBED);
    return rows.map(({ scope }) => scope).filter((scope) => !this.isOutOfReach(scope));
  }

  /** Claims or renews scopes for some seconds, unless another process holds them. Returns them with their watermarks. */
  async claim(scopes: readonly WatchedScope[], holder: string, now: Instant): Promise<ClaimedScopes> {
    if (scopes.includes(WHOLE_SERVICE))
      await this.dataSource.query(OPEN_WHOLE_SERVICE, [timestamp(now), holder]);
    return this.renew(scopes, holder);
  }

  /** As `claim`, for scopes that have a watermark. */
  async renew(scopes: readonly WatchedScope[], holder: string): Promise<ClaimedScopes> {
    const [claimed] = await this.dataSource.query<[StoredClaim[], number]>(CLAIM, [scopes, holder]);
    return new Map(claimed.map((claim) => [claim.scope, watermarkOf(claim)]));
  }

  /** Lets go of everything, so that another process need not wait. */
  async release(holder: string): Promise<void> {
    await this.dataSource.query(
      `update capacity_watermarks set held_until = statement_timestamp() where holder = $1`,
      [holder],
    );
  }

  /** The node of one of its zones does not answer: evaluated without it, its figures would be wrong. */
  isOutOfReach(scope: WatchedScope): boolean {
    return isOutOfReach(this.dataSource, scope);
  }

  /**
   * Deletes the watermarks of scopes without subscriptions. A later subscription starts at the current heads. Waits for
   * subscriptions that are being made: one that counts on a watermark must not find it deleted.
   */
  async forgetUnwatched(): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.query('select from subscription_changes for update');
      await tx.query(FORGET_UNWATCHED);
    });
  }

  async present(scopes: readonly WatchedScope[]): Promise<Present> {
    const { manager } = this.dataSource;
    if (layoutOf(this.dataSource).isDistributed) return presentOnCluster(manager, scopes);
    const [row] = await queryPrepared<StoredPresent>(manager, PRESENT, [scopes]);
    return presentOf(row);
  }

  /** The watermark of a scope, unlocked; undefined if another process holds the scope. */
  async watermark(scope: WatchedScope, holder: string): Promise<CapacityWatermark | undefined> {
    const text = `select ${WATERMARK}${OF_HOLDER}`;
    const rows = await this.dataSource.query<StoredWatermark[]>(text, [scope, holder]);
    return rows.map(watermarkOf).at(0);
  }

  /** Locks a scope and reads the current heads; undefined if another process holds the scope. */
  async lock(tx: EntityManager, scope: WatchedScope, holder: string): Promise<Locked | undefined> {
    if (layoutOf(tx.dataSource).isDistributed) return lockOnCluster(tx, scope, holder);
    const rows = await queryPrepared<StoredPresent & StoredWatermark>(tx, LOCK, [scope, holder]);
    return rows.map((row) => ({ watermark: watermarkOf(row), present: presentOf(row) })).at(0);
  }

  /** The subscriptions of a scope, and their version. */
  async watches(db: EntityManager, scope: WatchedScope, subscribers: number): Promise<Watch[]> {
    const rows = await db.query<StoredWatch[]>(watchesOf(scope), [scope, subscribers]);
    return rows.map(({ hasBegun, heads, from, threshold, callbackUri, zoneId, ...row }) => ({
      subscription: {
        ...row,
        zoneId: zoneId ?? undefined,
        threshold: threshold ?? undefined,
        callbackUri: callbackUri ?? undefined,
      },
      name: storedClassOf(row.kind, row.typeId),
      from,
      since: hasBegun ? undefined : new Map(Object.entries(heads)),
    }));
  }

  /** Waits for a concurrent delete of a subscription, and leaves the subscription out. */
  async moveOn(
    tx: EntityManager,
    scope: WatchedScope,
    { heads, reached, spare }: CapacityWatermark,
    evaluated: { readonly ids: readonly string[]; readonly subscribers: number },
  ): Promise<void> {
    const stored = JSON.stringify(Object.fromEntries(heads));
    await queryPrepared(tx, MOVE_ON, [scope, stored, timestamp(reached), spare]);
    if (evaluated.ids.length > 0) await tx.query(NOTE_BEGUN, [evaluated.ids, scope, evaluated.subscribers]);
  }
}

interface StoredWatch extends Omit<CapacitySubscription, 'zoneId' | 'threshold' | 'callbackUri'> {
  readonly zoneId: string | null;
  readonly threshold: CapacitySubscription['threshold'] | null;
  readonly callbackUri: string | null;
  readonly hasBegun: boolean;
  readonly from: Instant;
  readonly heads: Readonly<Record<string, number>>;
}

/** A locked scope and the heads of its zones. */
export interface Locked {
  readonly watermark: CapacityWatermark;
  readonly present: Present;
}

export type ClaimedScopes = ReadonlyMap<WatchedScope, CapacityWatermark>;

interface StoredClaim extends StoredWatermark {
  readonly scope: WatchedScope;
}

interface StoredWatermark {
  readonly watermark: Omit<CapacityWatermark, 'heads'> & { readonly heads: Readonly<Record<string, number>> };
}

/**
 * The nodes have no snapshot in common. The heads are read first: a subscription that was made before a commit that they
 * include is then among those of the version.
 */
async function presentOnCluster(db: EntityManager, scopes: readonly WatchedScope[]): Promise<Present> {
  const zones = await queryZones<{ zoneId: string; head: number }>(db, HEADS, []);
  const [versions] = await queryPrepared<Pick<Present, 'subscribers' | 'ranges'>>(db, VERSIONS, []);
  const isCovered = (zoneId: string): boolean => scopes.includes(zoneId) || scopes.includes(WHOLE_SERVICE);
  const heads = new Map(
    zones.filter(({ zoneId }) => isCovered(zoneId)).map(({ zoneId, head }) => [zoneId, head]),
  );
  return { ...versions, heads };
}

function isOutOfReach(dataSource: DataSource, scope: WatchedScope): boolean {
  const layout = layoutOf(dataSource);
  return scope === WHOLE_SERVICE ? layout.isAnyNodeAway : !layout.isInReach(scope);
}

async function lockOnCluster(
  tx: EntityManager,
  scope: WatchedScope,
  holder: string,
): Promise<Locked | undefined> {
  const [row] = await queryPrepared<StoredWatermark>(tx, LOCK_ALONE, [scope, holder]);
  if (!row) return undefined;
  const present = await presentOnCluster(tx, [scope]);
  if (isOutOfReach(tx.dataSource, scope)) throw zoneAway();
  return withAllZones(watermarkOf(row), present);
}

/**
 * The node of a zone may have been away when the heads were read, and back by now. Such a zone stays at its watermark: it
 * would otherwise lose its place there, and be replayed from its first entry.
 */
export function withAllZones(watermark: CapacityWatermark, present: Present): Locked {
  return { watermark, present: { ...present, heads: new Map([...watermark.heads, ...present.heads]) } };
}

function watermarkOf({ watermark }: StoredWatermark): CapacityWatermark {
  return { ...watermark, heads: new Map(Object.entries(watermark.heads)) };
}

interface StoredPresent {
  readonly subscribers: number;
  readonly ranges: number;
  readonly heads: Readonly<Record<string, number>>;
}

function presentOf({ subscribers, ranges, heads }: StoredPresent): Present {
  return { subscribers, ranges, heads: new Map(Object.entries(heads)) };
}
