import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { timestamp } from '../database/columns.js';
import { hidden, queryPrepared } from '../database/prepared.js';
import { commitInTwoPhases } from '../database/two-phases.js';
import type { Instant } from '../kernel/time-window.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { endpointOf } from './callback-address.js';

/** A notification to a subscriber. */
export interface NewNotification {
  /** The `notificationId` or `changeId` that its body carries too. */
  readonly id: string;
  readonly subscriptionId: string;
  /** The queue whose order is kept: the reservation, or for capacity the subscription. */
  readonly lane: string;
  /** One of the three notification paths. */
  readonly path: NorthboundKind;
  /** The subscription's own; absent: the service's default. */
  readonly callbackUri?: string;
  readonly body: object;
  /**
   * Replaces the waiting notifications of its lane, also those that are added with it, unless they are sent again on
   * request, or it has no address.
   */
  readonly newestOnly: boolean;
  /** The trace of the request that caused it, if it is known. */
  readonly traceparent?: string;
}

/** Made as they are taken, because there may be more than memory holds. */
export type Notifications = Iterable<NewNotification> | AsyncIterable<NewNotification>;

/** A statement stores at most so many. */
const MAX_ROWS = 1_000;

/** A statement ends with the notification that exceeds so many characters. Most have some hundred. */
const MAX_CHARACTERS = 1_000_000;

/** A notification as `ADD` takes it. */
interface Row {
  readonly ordinal: number;
  readonly id: string;
  readonly subscription_id: string;
  readonly lane: string;
  readonly path: NorthboundKind;
  readonly body: string;
  readonly newest_only: boolean;
  /** Undefined: it is kept for reading. */
  readonly endpoint?: string;
  readonly traceparent?: string;
}

/**
 * $1 the notifications as one document, $2 now. Skips subscriptions that have ended or are disabled. The lock keeps the
 * others from ending before the commit. Those to replace are locked too: a worker may send one meanwhile, and after the
 * wait for it the lock reads again whether it was sent or delivered. Rows are looked up one by one.
 */
const ADD = {
  name: 'add-notifications',
  text: `
with live as (
  select n.ordinal, n.id, n.subscription_id, n.lane, n.path, n.body, n.newest_only, n.traceparent, s.tenant,
         coalesce(s.callback_origin, n.endpoint) as endpoint
    from jsonb_to_recordset(${hidden(1, 'jsonb')}) as n(
         ordinal int, id uuid, subscription_id uuid, lane uuid, path text, body text, newest_only boolean, endpoint text,
         traceparent text)
   cross join lateral (select s.tenant, s.callback_origin from subscriptions s
                        where s.id = n.subscription_id and s.disabled_at is null offset 0 for key share) s),
replaced as (
  select w.id, w.attempts
    from live n
   cross join lateral (select r.id, r.attempts from notifications r
                        -- Without an address the new one is kept, and so is every value before it.
                        where n.newest_only and n.endpoint is not null and r.newest_only
                          and r.subscription_id = n.subscription_id and r.lane = n.lane and r.state = 'waiting'
                          for update) w),
forgotten as (
  delete from notifications where id = any (array(select id from replaced where attempts = 0))),
superseded as (
  update notifications set state = 'superseded', settled_at = $2
   where id = any (array(select id from replaced where attempts > 0))),
added as (
  insert into notifications (id, subscription_id, tenant, lane, path, body, newest_only, state, created_at, settled_at,
                             traceparent)
  select id, subscription_id, tenant, lane, path, body::json, newest_only,
         case when endpoint is null then 'kept' else 'waiting' end, $2, case when endpoint is null then $2 end,
         traceparent
    from live
   order by ordinal)
insert into delivery_lanes as l (subscription_id, lane, endpoint, tenant, due_at)
-- Due at once, also for a process whose clock is behind that of the one that writes it.
select distinct on (subscription_id, lane) subscription_id, lane, endpoint, coalesce(tenant, ''),
       least($2::timestamptz, statement_timestamp())
  from live
 where endpoint is not null
 order by subscription_id, lane
-- The endpoint stays: a change of the address has set it, and may have done so after this statement read the address.
on conflict (subscription_id, lane) do update set tenant = excluded.tenant`,
};

/** The outbox: notifications are written in the transaction that finds them due, and sent after its commit. */
@Injectable()
export class Outbox {
  readonly events = new EventEmitter<{ announced: [] }>();

  constructor(private readonly configuration: Configuration) {}

  /**
   * Stores notifications in order. Those without an address are kept for reading. They are taken and stored in parts: one
   * change may have to be told to all subscriptions of a tenant.
   */
  async add(tx: EntityManager, notifications: Notifications, now: Instant): Promise<void> {
    let part: Row[] = [];
    let characters = 0;
    for await (const notification of notifications) {
      const row = this.rowOf(notification, part.length);
      part.push(row);
      characters += row.body.length;
      if (part.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
      await addRows(tx, part, now);
      part = [];
      characters = 0;
    }
    await addRows(tx, part, now);
  }

  private rowOf(notification: NewNotification, ordinal: number): Row {
    const { id, subscriptionId, lane, path, body, newestOnly, callbackUri, traceparent } = notification;
    return {
      ordinal,
      id,
      subscription_id: subscriptionId,
      lane,
      path,
      body: JSON.stringify(body),
      newest_only: newestOnly,
      endpoint: endpointOf(callbackUri, this.configuration),
      traceparent,
    };
  }

  /** Wakes the delivery worker. Call it after the commit. */
  announce(): void {
    this.events.emit('announced');
  }
}

async function addRows(tx: EntityManager, rows: readonly Row[], now: Instant): Promise<void> {
  if (rows.length === 0) return;
  await commitInTwoPhases(tx);
  await queryPrepared(tx, ADD, [JSON.stringify(withoutReplaced(rows)), timestamp(now)]);
}

/** Without those that a later one of the same lane replaces before they can be sent. */
function withoutReplaced(rows: readonly Row[]): Row[] {
  const isReplaceable = ({ newest_only: newestOnly, endpoint }: Row) => newestOnly && endpoint !== undefined;
  const laneOf = ({ subscription_id: subscription, lane }: Row) => `${subscription} ${lane}`;
  const newest = new Map(rows.filter(isReplaceable).map((one) => [laneOf(one), one]));
  return rows.filter((one) => !isReplaceable(one) || newest.get(laneOf(one)) === one);
}
