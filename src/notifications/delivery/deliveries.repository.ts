import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { boundedPage, listKeys } from '../../database/key-list.js';
import { withoutNulls } from '../../database/rows.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import type { Instant } from '../../kernel/time-window.js';
import { deliveriesOf, deliveriesWith, type DeliveryFilter } from './delivery-list.js';
import type { Delivery, DeliveryAttempt } from './delivery.js';
import { NotificationAttemptEntity } from './notification-attempt.entity.js';
import { NotificationEntity } from './notification.entity.js';

/** Newest attempts shown of one notification. Repeated redelivery can make more. */
const MAX_ATTEMPTS = 100;

const DELIVERY = `
select n.id, n.subscription_id as "subscriptionId", n.tenant, n.position::float8 as position, n.path, n.state, n.attempts,
       floor(extract(epoch from n.created_at))::float8 as "createdAt",
       floor(extract(epoch from n.settled_at))::float8 as "settledAt",
       n.body`;

/** $1 id, $2 the tenant whose it must be; null: anybody's */
const ONE = `${DELIVERY} from notifications n where n.id = $1 and ($2::text is null or n.tenant = $2)`;

/** $1 ids */
const BY_ID = `${DELIVERY}, n.id::text as key from notifications n where n.id = any ($1::uuid[])`;

/** $1 positions, $2 the subscription they are of */
const BY_POSITION = `
${DELIVERY}, n.position::text as key
  from notifications n
 where n.subscription_id = $2 and n.position = any ($1::bigint[])`;

/** A worker that sends from the lane loses its lease, so the outcome of its attempt delays nothing. */
const AT_ONCE = `
on conflict (subscription_id, lane) do update
   set endpoint = excluded.endpoint, tenant = excluded.tenant, due_at = excluded.due_at, leased_until = null,
       failures = 0`;

/**
 * Locks the lane before the notification, like all statements. Waits for a concurrent delete of the subscription, which
 * then has no lane. $1 id, $2 endpoint, $3 now
 */
const WAKE_LANE = `
with subscription as (
  select id, tenant from subscriptions where id = (select subscription_id from notifications where id = $1) for key share)
insert into delivery_lanes (subscription_id, lane, endpoint, tenant, due_at)
select s.id, n.lane, $2, coalesce(s.tenant, ''), least($3::timestamptz, statement_timestamp())
  from notifications n join subscription s on s.id = n.subscription_id where n.id = $1
${AT_ONCE}`;

/**
 * The oldest dead notifications behind a position, after their lanes. No newer value replaces them: the client asked for
 * them. $1 subscription, $2 endpoint, $3 now, $4 the position, $5 how many at most
 */
const WAKE_DEAD = `
with subscription as (
  select id, tenant from subscriptions where id = $1 for key share),
dead as materialized (
  select n.id, n.subscription_id, s.tenant, n.lane, n.position
    from notifications n join subscription s on s.id = n.subscription_id
   where n.subscription_id = $1 and n.state = 'dead' and n.position > $4
   order by n.position
   limit $5),
lanes as (
  insert into delivery_lanes (subscription_id, lane, endpoint, tenant, due_at)
  select distinct subscription_id, lane, $2, coalesce(tenant, ''), least($3::timestamptz, statement_timestamp())
    from dead
   order by lane
  ${AT_ONCE}
  returning lane),
woken as (
  update notifications
     set state = 'waiting', settled_at = null, newest_only = false
   where id = any (array(select id from dead)) and state = 'dead'
     -- Counts the lanes first, so all of them are locked before the first notification.
     and (select count(*) from lanes) > 0
  returning id)
select (select count(*) from woken)::int as count, max(position)::float8 as last, count(*)::int = $5 as "hasMore"
  from dead`;

/** Dead notifications that one statement sends again. */
const MAX_AT_ONCE = 10_000;

/** Dead notifications that were sent again, up to a position. */
export interface SentAgain {
  readonly count: number;
  /** Null: there was none. */
  readonly last: number | null;
  readonly hasMore: boolean;
}

/** $1 subscription, $2 how many */
const REMOVE_OLDEST = `
delete from notifications
 where id = any (array(select id from notifications where subscription_id = $1 order by position limit $2))`;

/** Stored notifications with their outcomes, for reads and operators. */
@Injectable()
export class DeliveriesRepository {
  constructor(
    @InjectRepository(NotificationEntity) private readonly notifications: Repository<NotificationEntity>,
  ) {}

  /** With `tenant` only its own. */
  async list(
    tenant: string | undefined,
    filter: DeliveryFilter,
    range: ListRange,
  ): Promise<Listed<Delivery>> {
    const table = deliveriesOf(filter);
    const keys = await listKeys(this.notifications, table, deliveriesWith(filter, tenant), range);
    const statement = filter.subscriptionId === undefined ? BY_ID : BY_POSITION;
    return boundedPage(keys, async (some) => {
      const values = filter.subscriptionId === undefined ? [some] : [some, filter.subscriptionId];
      const found = await this.notifications.query<(Delivery & { key: string })[]>(statement, values);
      return new Map(found.map(({ key, ...delivery }) => [key, withoutNulls(delivery)]));
    });
  }

  /** With `tenant` only one of its own. */
  async find(
    tenant: string | undefined,
    id: string,
    db: EntityManager = this.notifications.manager,
  ): Promise<Delivery | undefined> {
    const rows = await db.query<Delivery[]>(ONE, [id, tenant ?? null]);
    return rows.map(withoutNulls).at(0);
  }

  /** The newest of them, the newest last. */
  async attemptsOf(id: string, db: EntityManager = this.notifications.manager): Promise<DeliveryAttempt[]> {
    const newestFirst = {
      where: { notificationId: id },
      order: { number: 'DESC' },
      take: MAX_ATTEMPTS,
    } as const;
    const rows = await db.find(NotificationAttemptEntity, newestFirst);
    return rows.map((row) => row.toAttempt()).reverse();
  }

  async hasMoreThan(subscriptionId: string, count: number): Promise<boolean> {
    const rows = await this.notifications.query<unknown[]>(
      `select from notifications where subscription_id = $1 order by position offset $2 limit 1`,
      [subscriptionId, count],
    );
    return rows.length > 0;
  }

  /** Returns the number of those removed. */
  async removeOldest(tx: EntityManager, subscriptionId: string, most: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(REMOVE_OLDEST, [subscriptionId, most]);
    return count;
  }

  /** Makes a notification wait again: it is due at once, with all its attempts, and no newer value replaces it. */
  async sendAgain(tx: EntityManager, id: string, endpoint: string, now: Instant): Promise<void> {
    await tx.query(WAKE_LANE, [id, endpoint, timestamp(now)]);
    await tx.update(NotificationEntity, { id }, { state: 'waiting', settledAt: null, newestOnly: false });
  }

  /** Makes dead notifications of a subscription wait again: the oldest behind a position. */
  async sendDeadAgain(
    tx: EntityManager,
    subscriptionId: string,
    endpoint: string,
    now: Instant,
    behind: number | null,
  ): Promise<SentAgain> {
    const values = [subscriptionId, endpoint, timestamp(now), behind ?? 0, MAX_AT_ONCE];
    return (await tx.query<SentAgain[]>(WAKE_DEAD, values))[0];
  }
}
