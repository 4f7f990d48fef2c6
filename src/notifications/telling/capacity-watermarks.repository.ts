import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '../../allocation/ledger-reader.js';
import { classOf } from '../../capacity/resource-types.js';
import { queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import type { Instant } from '../../kernel/time-window.js';
import type { CapacitySubscription } from '../../subscriptions/subscription.js';
import type { Watch } from './watched-capacity.js';

/** What is evaluated together: a zone, or the whole service. */
export type Scope = string;
export const WHOLE_SERVICE: Scope = '';

/** How far a scope's subscriptions are evaluated. */
export interface CapacityWatermark {
  /** Zone → its last entry that was looked at. */
  readonly heads: Readonly<Record<string, number>>;
  readonly reached: Instant;
}

/** Who subscribes, as a number that counts up, and where the zones stand: of one snapshot. */
export interface Present {
  readonly subscribers: number;
  /** How many zones there are; with the subscribers it says whether there may be other scopes. */
  readonly zones: number;
  readonly heads: ReadonlyMap<string, number>;
}

/** By the database's clock, which all processes share. */
const LEASE_SECONDS = 10;

/**
 * A subscription to compute without a zone is evaluated in every zone by itself, because its notification names one;
 * those to network and storage over the whole service, as the queries answer them.
 */
const SCOPES = `
select zone_id as scope from subscriptions
 where kind in ('compute', 'network', 'storage') and disabled_at is null and zone_id is not null
 union
select z.zone_id from zones z
 where exists (select from subscriptions where kind = 'compute' and disabled_at is null and zone_id is null)
 union
select '' where exists (select from subscriptions
                         where kind in ('network', 'storage') and disabled_at is null and zone_id is null)`;

/** Subscribing opens what it watches, see `beginToHear`; what is left is zones that came into being since. */
const OPEN = `
insert into capacity_watermarks (scope, heads, reached, holder, held_until)
select zone_id, jsonb_build_object(zone_id, 0), created_at, $2, '-infinity'
  from zones
 where zone_id = any ($1::text[])
on conflict do nothing`;

const CLAIM = `
update capacity_watermarks w
   set holder = $2, held_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 s'
 where scope in (select scope from capacity_watermarks
                  where scope = any ($1::text[]) and (holder = $2 or held_until < clock_timestamp())
                    for update skip locked)
returning scope`;

const WATCHES = `
select s.id, s.kind, s.zone_id as "zoneId", s.resource_type as "typeId", s.threshold, s.callback_uri as "callbackUri",
       floor(extract(epoch from s.created_at))::float8 as "createdAt",
       coalesce(e.has_begun, false) as "hasBegun", coalesce(e.since, '{}') as "heads"
  from subscriptions s
  left join capacity_evaluations e on e.subscription_id = s.id and e.scope = $1
 where s.kind in ('compute', 'network', 'storage') and s.disabled_at is null and s.since <= $2
   and case when s.zone_id is not null then s.zone_id = $1
            when s.kind = 'compute' then $1 <> ''
            else $1 = '' end
 order by s.id`;

/** $1 the zones whose heads are wanted; null: all */
const PRESENT: PreparedStatement = {
  name: 'capacity-present',
  text: `
select (select number::float8 from subscription_changes) as subscribers,
       (select count(*)::float8 from zones) as zones,
       (select coalesce(jsonb_object_agg(zone_id, head), '{}')
          from zones
         where $1::text[] is null or zone_id = any ($1)) as heads`,
};

/**
 * Nothing is updated when another process has the scope, when it is somewhere else than it was thought to be, or when a
 * commit that was taken in is not in the ledger, as after a failover that lost it.
 *
 * $1 scope, $2 holder, $3 heads and $4 instant it is at, $5 heads and $6 instant it comes to, $7 zones, $8 sequences and
 * $9 batches of the commits in between
 */
const MOVE: PreparedStatement = {
  name: 'capacity-move',
  text: `
update capacity_watermarks w
   set heads = $5, reached = to_timestamp($6)
 where scope = $1 and holder = $2 and heads = $3::jsonb and extract(epoch from reached)::float8 = $4
   and not exists (select from unnest($7::text[], $8::bigint[], $9::uuid[]) as c(zone_id, sequence, batch)
                    where not exists (select from ledger_entries e
                                       where e.zone_id = c.zone_id and e.sequence = c.sequence and e.batch = c.batch))
returning scope`,
};

@Injectable()
export class CapacityWatermarksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What somebody is subscribed to. */
  async scopes(): Promise<Scope[]> {
    const rows = await this.dataSource.query<{ scope: Scope }[]>(SCOPES);
    return rows.map(({ scope }) => scope);
  }

  /** Takes scopes over, or keeps them, for some seconds: those that no other process has. */
  async claim(scopes: readonly Scope[], holder: string): Promise<Scope[]> {
    await this.dataSource.query(OPEN, [scopes, holder]);
    const [claimed] = await this.dataSource.query<[{ scope: Scope }[], number]>(CLAIM, [scopes, holder]);
    return claimed.map(({ scope }) => scope);
  }

  /** Lets go of everything, so that another process need not wait. */
  async release(holder: string): Promise<void> {
    await this.dataSource.query(
      `update capacity_watermarks set held_until = clock_timestamp() where holder = $1`,
      [holder],
    );
  }

  /** Forgets scopes nobody is subscribed to any more: who subscribes again starts anew. */
  async forgetUnwatched(): Promise<void> {
    await this.dataSource.query(`delete from capacity_watermarks where scope not in (${SCOPES})`);
  }

  /**
   * How far a scope is; undefined when another process has it. Waits for a transaction that is about to move it on, one
   * of this process whose connection was lost in its commit.
   */
  async watermark(scope: Scope, holder: string): Promise<CapacityWatermark | undefined> {
    const rows = await this.dataSource.query<CapacityWatermark[]>(
      `select heads, extract(epoch from reached)::float8 as reached
         from capacity_watermarks where scope = $1 and holder = $2 for update`,
      [scope, holder],
    );
    return rows.at(0);
  }

  /** The present of the zones that some scopes consist of. */
  async present(scopes: readonly Scope[]): Promise<Present> {
    const [{ heads, ...row }] = await queryPrepared<StoredPresent>(this.dataSource.manager, PRESENT, [
      scopes.includes(WHOLE_SERVICE) ? null : scopes,
    ]);
    return { ...row, heads: new Map(Object.entries(heads)) };
  }

  /** Whom to evaluate for in a scope, as of a number of subscribers. */
  async watches(scope: Scope, subscribers: number): Promise<Watch[]> {
    const rows = await this.dataSource.query<StoredWatch[]>(WATCHES, [scope, subscribers]);
    return rows.map(({ hasBegun, heads, threshold, callbackUri, zoneId, ...row }) => ({
      subscription: {
        ...row,
        zoneId: zoneId ?? undefined,
        threshold: threshold ?? undefined,
        callbackUri: callbackUri ?? undefined,
      },
      name: classOf(row.kind, row.typeId),
      since: hasBegun ? undefined : new Map(Object.entries(heads)),
    }));
  }

  /**
   * Moves a scope on over some commits. False when it could not: what is known of it is to be thrown away, and so is
   * the transaction.
   */
  async moveOn(
    tx: EntityManager,
    { scope, holder }: { readonly scope: Scope; readonly holder: string },
    from: CapacityWatermark,
    to: CapacityWatermark,
    over: readonly CommitMark[],
  ): Promise<boolean> {
    const moved = await queryPrepared(tx, MOVE, [
      scope,
      holder,
      JSON.stringify(from.heads),
      from.reached,
      JSON.stringify(to.heads),
      to.reached,
      over.map(({ zoneId }) => zoneId),
      over.map(({ sequence }) => sequence),
      over.map(({ batch }) => batch),
    ]);
    return moved.length > 0;
  }

  /** From here on the ledger says whether the conditions of these hold. */
  async begin(tx: EntityManager, scope: Scope, subscriptionIds: readonly string[]): Promise<void> {
    if (subscriptionIds.length === 0) return;
    await tx.query(
      `insert into capacity_evaluations (subscription_id, scope, since, has_begun)
       select s.id, $2, '{}', true from subscriptions s where s.id = any ($1::uuid[])
       on conflict (subscription_id, scope) do update set has_begun = true`,
      [subscriptionIds, scope],
    );
  }
}

/** By what a commit is found again in the ledger. */
export type CommitMark = Pick<Commit, 'zoneId' | 'sequence' | 'batch'>;

interface StoredPresent {
  readonly subscribers: number;
  readonly zones: number;
  readonly heads: Readonly<Record<string, number>>;
}

interface StoredWatch extends Omit<CapacitySubscription, 'zoneId' | 'threshold' | 'callbackUri'> {
  readonly zoneId: string | null;
  readonly threshold: CapacitySubscription['threshold'] | null;
  readonly callbackUri: string | null;
  readonly hasBegun: boolean;
  readonly heads: Readonly<Record<string, number>>;
}
