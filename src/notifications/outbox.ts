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
  /** Replaces the waiting notifications of its lane, also those that are added with it. */
  readonly newestOnly: boolean;
  /** The trace of the request that caused it, if it is known. */
  readonly traceparent?: string;
}

/**
 * $1 the notifications as one document, $2 now. Skips subscriptions that have ended or are disabled. The lock keeps the
 * others from ending before the commit. Rows are looked up one by one.
 */
const ADD = {
  name: 'add-notifications',
  text: `
with live as (
  select n.*, s.tenant
    from jsonb_to_recordset(${hidden(1, 'jsonb')}) as n(
         ordinal int, id uuid, subscription_id uuid, lane uuid, path text, body text, newest_only boolean, endpoint text,
         traceparent text)
   cross join lateral (select s.tenant from subscriptions s
                        where s.id = n.subscription_id and s.disabled_at is null offset 0 for key share) s),
replaced as (
  select w.id, w.attempts
    from live n
   cross join lateral (select * from notifications
                        where subscription_id = n.subscription_id and lane = n.lane and state = 'waiting' offset 0) w
   where n.newest_only and w.newest_only),
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
insert into delivery_lanes as l (subscription_id, lane, endpoint, due_at)
-- Due at once, also for a process whose clock is behind that of the one that writes it.
select distinct on (subscription_id, lane) subscription_id, lane, endpoint, least($2::timestamptz, statement_timestamp())
  from live
 where endpoint is not null
 order by subscription_id, lane
on conflict (subscription_id, lane) do update set endpoint = excluded.endpoint`,
};

/** The outbox: notifications are written in the transaction that finds them due, and sent after its commit. */
@Injectable()
export class Outbox {
  readonly events = new EventEmitter<{ announced: [] }>();

  constructor(private readonly configuration: Configuration) {}

  /** Stores notifications in order. Those without an address are kept for reading. */
  async add(tx: EntityManager, notifications: readonly NewNotification[], now: Instant): Promise<void> {
    if (notifications.length === 0) return;
    const addressed = notifications.map((one) => ({
      ...one,
      endpoint: endpointOf(one.callbackUri, this.configuration),
    }));
    const rows = withoutReplaced(addressed).map(
      ({ id, subscriptionId, lane, path, body, newestOnly, endpoint, traceparent }, ordinal) => ({
        ordinal,
        id,
        subscription_id: subscriptionId,
        lane,
        path,
        body: JSON.stringify(body),
        newest_only: newestOnly,
        endpoint,
        traceparent,
      }),
    );
    await commitInTwoPhases(tx);
    await queryPrepared(tx, ADD, [JSON.stringify(rows), timestamp(now)]);
  }

  /** Wakes the delivery worker. Call it after the commit. */
  announce(): void {
    this.events.emit('announced');
  }
}

interface AddressedNotification extends NewNotification {
  /** Undefined: it is kept for reading. */
  readonly endpoint?: string;
}

/** Without those that a later one of the same lane replaces before they can be sent. */
function withoutReplaced(notifications: readonly AddressedNotification[]): AddressedNotification[] {
  const isReplaceable = ({ newestOnly, endpoint }: AddressedNotification) =>
    newestOnly && endpoint !== undefined;
  const laneOf = ({ subscriptionId, lane }: NewNotification) => `${subscriptionId} ${lane}`;
  const newest = new Map(notifications.filter(isReplaceable).map((one) => [laneOf(one), one]));
  return notifications.filter((one) => !isReplaceable(one) || newest.get(laneOf(one)) === one);
}
