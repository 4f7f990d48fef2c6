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
const MOST_ATTEMPTS = 100;

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
   set endpoint = excluded.endpoint, due_at = excluded.due_at, leased_until = null, failures = 0`;

/**
 * Locks the lane before the notification, like all statements. Waits for a concurrent delete of the subscription, which
 * then has no lane. $1 id, $2 endpoint, $3 now
 */
const WAKE_LANE = `
with subscription as (
  select id from subscriptions where id = (select subscription_id from notifications where id = $1) for key share)
insert into delivery_lanes (subscription_id, lane, endpoint, due_at)
select s.id, n.lane, $2, least($3::timestamptz, statement_timestamp())
  from notifications n join subscription s on s.id = n.subscription_id where n.id = $1
${AT_ONCE}`;

/** $1 subscription, $2 endpoint, $3 now */
const WAKE_DEAD_LANES = `
with subscription as (
  select id from subscriptions where id = $1 for key share)
insert into delivery_lanes (subscription_id, lane, endpoint, due_at)
select distinct s.id, n.lane, $2, least($3::timestamptz, statement_timestamp())
  from notifications n join subscription s on s.id = n.subscription_id
 where n.state = 'dead'
 order by lane
${AT_ONCE}`;

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
      take: MOST_ATTEMPTS,
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

  /** Makes a notification wait again: it is due at once, with all its attempts. */
  async sendAgain(tx: EntityManager, id: string, endpoint: string, now: Instant): Promise<void> {
    await tx.query(WAKE_LANE, [id, endpoint, timestamp(now)]);
    await tx.update(NotificationEntity, { id }, { state: 'waiting', settledAt: null });
  }

  /** Makes all dead notifications of a subscription wait again, and returns their number. */
  async sendDeadAgain(
    tx: EntityManager,
    subscriptionId: string,
    endpoint: string,
    now: Instant,
  ): Promise<number> {
    await tx.query(WAKE_DEAD_LANES, [subscriptionId, endpoint, timestamp(now)]);
    const [, count] = await tx.query<[unknown, number]>(
      `update notifications n
          set state = 'waiting', settled_at = null
         from delivery_lanes l
        where n.subscription_id = $1 and n.state = 'dead'
          and l.subscription_id = n.subscription_id and l.lane = n.lane`,
      [subscriptionId],
    );
    return count;
  }
}
