import type { EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { SubscriptionKind } from './subscription.js';

/** The scopes of a subscription to capacity, and the heads of their zones. $1 its id */
const SCOPES_NOW = `
     scopes as (
       select zone_id as scope from subscriptions where id = $1 and zone_id is not null
       union select z.zone_id from zones z, subscriptions s where s.id = $1 and s.kind = 'compute' and s.zone_id is null
       union select '' from subscriptions where id = $1 and kind <> 'compute' and zone_id is null),
     heads as materialized (select zone_id, head from zones),
     opened as (
       select s.scope,
              coalesce(jsonb_object_agg(h.zone_id, h.head) filter (where h.zone_id is not null), '{}') as heads
         from scopes s
         left join heads h on s.scope in ('', h.zone_id)
        group by s.scope)`;

const COUNT = `update subscription_changes set number = number + 1 returning number::float8 as number`;

const WATCHED = `
select exists (select from subscriptions where kind = 'reservation') as changes,
       exists (select from subscriptions where kind = 'reservation' and reservation_ids = '[]') as creations`;

/**
 * Counts a change of subscriptions, in the transaction that makes it, after it. Evaluating workers compare this number
 * instead of reading all subscriptions again, and every commit records the number it happened under. Returns it.
 */
export async function noteSubscriptionsChanged(tx: EntityManager): Promise<number> {
  // Locks the row, so that what is watched is read after every earlier change has been committed.
  const [[{ number }]] = await tx.query<[{ number: number }[], number]>(COUNT);
  const [{ changes, creations }] = await tx.query<{ changes: boolean; creations: boolean }[]>(WATCHED);
  await tx.query(`update subscription_changes set watches_changes = $1, watches_creations = $2`, [
    changes,
    creations,
  ]);
  return number;
}

/**
 * Begins a subscription at the current heads. Call it in the transaction that creates the subscription, after storing
 * it. Earlier commits are excluded, whatever the clocks say.
 */
export async function beginToHear(
  tx: EntityManager,
  { id, kind }: { readonly id: string; readonly kind: SubscriptionKind },
  now: Instant,
): Promise<void> {
  const number = await noteSubscriptionsChanged(tx);
  await tx.query(`update subscriptions set since = $2 where id = $1`, [id, number]);
  if (kind === 'reservation') await openReservationWatermarks(tx, now);
  else await openCapacityWatermarks(tx, id, now);
}

/** Begins a changed threshold, in the same transaction: it is evaluated once like that of a new subscription. */
export async function watchAnew(tx: EntityManager, id: string, number: number, now: Instant): Promise<void> {
  await tx.query(`update subscriptions set since = $2, watches_from = $3 where id = $1`, [
    id,
    number,
    timestamp(now),
  ]);
  await noteWhereItBegins(tx, id);
}

/**
 * Resumes a subscription to capacity at the current heads. Its scopes may have been deleted meanwhile, and then start
 * at the current heads too.
 */
export async function hearAgain(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await noteSubscriptionsChanged(tx);
  await openScopes(tx, id, now);
}

/** Starts the evaluation of its condition at the current heads. */
async function openCapacityWatermarks(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await noteWhereItBegins(tx, id);
  await openScopes(tx, id, now);
}

async function noteWhereItBegins(tx: EntityManager, id: string): Promise<void> {
  await tx.query(
    `with ${SCOPES_NOW}
     insert into capacity_evaluations (subscription_id, scope, since, has_begun)
     select $1, scope, heads, false from opened
     on conflict (subscription_id, scope) do update set since = excluded.since, has_begun = false`,
    [id],
  );
}

/**
 * Keeps the watermark of a scope that is evaluated already; otherwise starts it here. A zone that is not evaluated yet
 * although a subscription to all zones exists was created after that one, which has to receive it from its beginning.
 */
async function openScopes(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await tx.query(
    `with ${SCOPES_NOW}
     insert into capacity_watermarks (scope, heads, reached, holder, held_until)
     select scope,
            case when older then jsonb_build_object(scope, 0) else heads end,
            case when older then z.created_at else $2 end,
            $1, '-infinity'
       from opened
       left join zones z on zone_id = scope,
            lateral (select z.zone_id is not null and exists (
                       select 1 from subscriptions
                        where kind = 'compute' and zone_id is null and disabled_at is null and id <> $1) as older) o
     on conflict do nothing`,
    [id, timestamp(now)],
  );
}

/** Keeps existing watermarks; the counter above serializes first subscriptions. */
async function openReservationWatermarks(tx: EntityManager, now: Instant): Promise<void> {
  const [{ watchers }] = await tx.query<{ watchers: number }[]>(
    `select count(*)::int as watchers from (select from subscriptions where kind = 'reservation' limit 2) some_of_them`,
  );
  if (watchers > 1) return;
  await tx.query(`delete from reservation_changes`);
  await tx.query(
    `insert into reservation_watermarks (zone_id, sequence, reached, subscribers)
     select zone_id, head, $1, number from zones, subscription_changes
     on conflict (zone_id) do update
        set sequence = excluded.sequence, reached = excluded.reached, subscribers = excluded.subscribers`,
    [timestamp(now)],
  );
}
