import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { inOrder, listKeys } from '../../database/key-list.js';
import { withoutNulls } from '../../database/rows.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import type { Instant } from '../../kernel/time-window.js';
import { deliveriesOf, deliveriesWith, type DeliveryFilter } from './delivery-list.js';
import type { Delivery, DeliveryAttempt } from './delivery.js';

/** Newest attempts that are shown of one notification; an operator who sends it again and again makes more. */
const MOST_ATTEMPTS = 100;

const DELIVERY = `
select n.id, n.subscription_id as "subscriptionId", n.position::float8 as position, n.path, n.state, n.attempts,
       floor(extract(epoch from n.created_at))::float8 as "createdAt",
       floor(extract(epoch from n.settled_at))::float8 as "settledAt",
       n.body`;

const ONE = `${DELIVERY} from notifications n where n.id = $1`;

/** $1 ids */
const BY_ID = `${DELIVERY}, n.id::text as key from notifications n where n.id = any ($1::uuid[])`;

/** $1 positions, $2 the subscription they are of */
const BY_POSITION = `
${DELIVERY}, n.position::text as key
  from notifications n
 where n.subscription_id = $2 and n.position = any ($1::bigint[])`;

const ATTEMPTS = `
select number, floor(extract(epoch from at))::float8 as at, outcome, status, milliseconds
  from notification_attempts
 where notification_id = $1
 order by number desc
 limit ${MOST_ATTEMPTS}`;

/**
 * The lane is locked before the notification, as everywhere. A subscription that is deleted meanwhile is waited for, and has no
 * lane any more. $1 id, $2 endpoint, $3 now
 */
const WAKE_LANE = `
with subscription as (
  select id from subscriptions where id = (select subscription_id from notifications where id = $1) for key share)
insert into delivery_lanes (subscription_id, lane, endpoint, due_at)
select s.id, n.lane, $2, $3 from notifications n join subscription s on s.id = n.subscription_id where n.id = $1
on conflict (subscription_id, lane) do update set endpoint = excluded.endpoint, due_at = excluded.due_at, failures = 0`;

/** $1 subscription, $2 endpoint, $3 now */
const WAKE_DEAD_LANES = `
with subscription as (
  select id from subscriptions where id = $1 for key share)
insert into delivery_lanes (subscription_id, lane, endpoint, due_at)
select distinct s.id, n.lane, $2, $3::timestamptz
  from notifications n join subscription s on s.id = n.subscription_id
 where n.state = 'dead'
 order by lane
on conflict (subscription_id, lane) do update set endpoint = excluded.endpoint, due_at = excluded.due_at, failures = 0`;

/** The database, or a transaction. */
type Queries = Pick<EntityManager, 'query'>;

/** What receivers were told, or are to be told, as reads and operators see it. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(filter: DeliveryFilter, range: ListRange): Promise<Listed<Delivery>> {
    const table = deliveriesOf(filter);
    const keys = await listKeys(this.dataSource, table, deliveriesWith(filter), range);
    const statement = filter.subscriptionId === undefined ? BY_ID : BY_POSITION;
    const values = filter.subscriptionId === undefined ? [keys.rows] : [keys.rows, filter.subscriptionId];
    const found = await this.dataSource.query<(Delivery & { key: string })[]>(statement, values);
    return inOrder(keys, new Map(found.map(({ key, ...delivery }) => [key, withoutNulls(delivery)])));
  }

  async find(id: string, db: Queries = this.dataSource): Promise<Delivery | undefined> {
    const rows = await db.query<Delivery[]>(ONE, [id]);
    return rows.map(withoutNulls).at(0);
  }

  /** The newest of them, the newest last. */
  async attemptsOf(id: string, db: Queries = this.dataSource): Promise<DeliveryAttempt[]> {
    const rows = await db.query<DeliveryAttempt[]>(ATTEMPTS, [id]);
    return rows.map(withoutNulls).reverse();
  }

  /** Has a notification wait again, to be sent at once and with all its attempts. */
  async sendAgain(tx: EntityManager, id: string, endpoint: string, now: Instant): Promise<void> {
    await tx.query(WAKE_LANE, [id, endpoint, timestamp(now)]);
    await tx.query(`update notifications set state = 'waiting', settled_at = null where id = $1`, [id]);
  }

  /** Has all of a subscription that were given up wait again, and gives their number. */
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
