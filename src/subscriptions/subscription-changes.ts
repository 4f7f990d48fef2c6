import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { SubscriptionKind } from './subscription.js';

/** The scope of a subscription to capacity, and the heads of its zones. $1 its id */
const SCOPE_NOW = `
     heads as materialized (select zone_id, head from zones),
     opened as (
       select s.scope,
              coalesce(jsonb_object_agg(h.zone_id, h.head) filter (where h.zone_id is not null), '{}') as heads
         from (select coalesce(zone_id, '') as scope from subscriptions where id = $1 and kind <> 'reservation') s
         left join heads h on s.scope in ('', h.zone_id)
        group by s.scope)`;

/** $1 a random step, so that no number is given twice, also after a recovery that lost some: processes may know those. */
const COUNT = `update subscription_changes set number = number + $1 returning number::float8 as number`;
const MAX_STEP = 1_000_000;

const WATCHED = `
select exists (select from subscriptions where kind = 'reservation') as changes,
       exists (select from subscriptions where kind = 'reservation' and reservation_ids = '[]') as creations`;

/**
 * Gives a change of subscriptions a number above all earlier ones, in the transaction that makes it, after it. Evaluating workers
 * compare this number instead of reading all subscriptions again, and every commit records the number it happened under. Returns it.
 */
export async function noteSubscriptionsChanged(tx: EntityManager): Promise<number> {
  // Locks the row, so that what is watched is read after every earlier change has been committed.
  const [[{ number }]] = await tx.query<[{ number: number }[], number]>(COUNT, [randomInt(1, MAX_STEP)]);
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
export async function openWatermarks(
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
export async function restartEvaluation(
  tx: EntityManager,
  id: string,
  number: number,
  now: Instant,
): Promise<void> {
  await tx.query(`update subscriptions set since = $2, watches_from = $3 where id = $1`, [
    id,
    number,
    timestamp(now),
  ]);
  await noteWhereItBegins(tx, id);
}

/**
 * Resumes a subscription to capacity at the current heads. Its scope may have been deleted meanwhile, and then starts
 * at the current heads too.
 */
export async function reopenWatermarks(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await noteSubscriptionsChanged(tx);
  await openScope(tx, id, now);
}

/** Starts the evaluation of its condition at the current heads. */
async function openCapacityWatermarks(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await noteWhereItBegins(tx, id);
  await openScope(tx, id, now);
}

async function noteWhereItBegins(tx: EntityManager, id: string): Promise<void> {
  await tx.query(
    `with ${SCOPE_NOW}
     insert into capacity_evaluations (subscription_id, scope, since, has_begun)
     select $1, scope, heads, false from opened
     on conflict (subscription_id, scope) do update set since = excluded.since, has_begun = false`,
    [id],
  );
}

/** Keeps the watermark of a scope that is evaluated already; otherwise starts it here. */
async function openScope(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await tx.query(
    `with ${SCOPE_NOW}
     insert into capacity_watermarks (scope, heads, reached, holder, held_until)
     select scope, heads, $2, $1, '-infinity' from opened
     on conflict do nothing`,
    [id, timestamp(now)],
  );
}

/**
 * Keeps existing watermarks; the counter above serializes first subscriptions. `now` may be ahead of other processes, so
 * that events until then are still to come: watermarks start no later than the database's time, or the zone's. They have
 * the version before this subscription, so that it receives only the events since it was made.
 */
async function openReservationWatermarks(tx: EntityManager, now: Instant): Promise<void> {
  const [{ watchers, at }] = await tx.query<{ watchers: number; at: Instant }[]>(
    `select count(*)::int as watchers, floor(extract(epoch from statement_timestamp()))::float8 as at
       from (select from subscriptions where kind = 'reservation' limit 2) some_of_them`,
  );
  if (watchers > 1) return;
  await tx.query(`delete from reservation_changes`);
  await tx.query(
    `insert into reservation_watermarks (zone_id, sequence, reached, subscribers)
     select zone_id, head, least($1::timestamptz, greatest($2::timestamptz, changed_at)), number - 1
       from zones, subscription_changes
     on conflict (zone_id) do update
        set sequence = excluded.sequence, reached = excluded.reached, subscribers = excluded.subscribers`,
    [timestamp(now), timestamp(at)],
  );
}
