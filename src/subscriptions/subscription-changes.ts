import type { EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { SubscriptionKind } from './subscription.js';

/** What a subscription to capacity watches, and where the zones of each scope stand. $1 its id */
const SCOPES_NOW = `
     scopes as (
       select zone_id as scope from subscriptions where id = $1 and zone_id is not null
       union select z.zone_id from zones z, subscriptions s where s.id = $1 and s.kind = 'compute' and s.zone_id is null
       union select '' from subscriptions where id = $1 and kind <> 'compute' and zone_id is null),
     opened as (
       select s.scope,
              (select coalesce(jsonb_object_agg(z.zone_id, z.head), '{}') from zones z
                where s.scope in ('', z.zone_id)) as heads
         from scopes s)`;

/**
 * Counts a change of who subscribes, in the transaction that makes it: whoever evaluates compares a number instead of
 * reading all subscriptions again, and every commit sees the number it happened under.
 */
export async function noteSubscriptionsChanged(tx: EntityManager): Promise<void> {
  await tx.query(`update subscription_changes set number = number + 1`);
}

/**
 * From here on a subscription is to hear of changes: to be called in the transaction that makes it, after it is
 * stored. What was committed before it is not for it, whatever the clocks say.
 */
export async function beginToHear(
  tx: EntityManager,
  { id, kind }: { readonly id: string; readonly kind: SubscriptionKind },
  now: Instant,
): Promise<void> {
  await noteSubscriptionsChanged(tx);
  await tx.query(`update subscriptions set since = (select number from subscription_changes) where id = $1`, [
    id,
  ]);
  if (kind === 'reservation') {
    await noteHeads(tx, id);
    await openReservationWatermarks(tx, now);
  } else await openCapacityWatermarks(tx, id, now);
}

/**
 * The threshold of a subscription has changed, in the same transaction: from here on the new one counts, and it is looked at
 * once as for a new subscription.
 */
export async function watchAnew(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await tx.query(
    `update subscriptions
        set since = (select number from subscription_changes), watches_from = $2
      where id = $1`,
    [id, timestamp(now)],
  );
  await noteWhereItBegins(tx, id);
}

/** Who watches all reservations from here on hears of the creation of those that are made after these heads. */
export async function noteHeads(tx: EntityManager, id: string): Promise<void> {
  await tx.query(
    `update subscriptions
        set heads = case when reservation_ids = '[]'
                         then (select coalesce(jsonb_object_agg(zone_id, head), '{}') from zones) end
      where id = $1`,
    [id],
  );
}

/**
 * A subscription to capacity hears again of what happens, from here on: its scopes may have been forgotten meanwhile, and are
 * evaluated from where their zones stand now.
 */
export async function hearAgain(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await noteSubscriptionsChanged(tx);
  await openScopes(tx, id, now);
}

/** Its condition is looked at from where its zones stand now. */
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

/** Where others are evaluated already that goes on; for whoever comes first it begins here. */
async function openScopes(tx: EntityManager, id: string, now: Instant): Promise<void> {
  await tx.query(
    `with ${SCOPES_NOW}
     insert into capacity_watermarks (scope, heads, reached, holder, held_until)
     select scope, heads, $2, $1, '-infinity' from opened
     on conflict do nothing`,
    [id, timestamp(now)],
  );
}

/** Where somebody watches reservations already, the watermarks stay; the count above keeps two from being first. */
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
