import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { timestamp } from '../database/columns.js';
import { hidden, queryPrepared } from '../database/prepared.js';
import type { Instant } from '../kernel/time-window.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { endpointOf } from './callback-address.js';

/** Something a subscriber is to be told. */
export interface NewNotification {
  /** The `notificationId` or `changeId` that its body carries too. */
  readonly id: string;
  readonly subscriptionId: string;
  /** What is told in order: the reservation, or for capacity the subscription itself. */
  readonly lane: string;
  /** On which of the three notification paths. */
  readonly path: NorthboundKind;
  /** The subscription's own; absent: the service's default. */
  readonly callbackUri?: string;
  readonly body: object;
  /** Those of its lane that still wait are not worth telling any more. */
  readonly newestOnly: boolean;
}

/**
 * $1 the notifications as one document, $2 now. Subscriptions that have ended or are disabled are told nothing; the
 * lock keeps those found from ending before the commit. What is named is looked up one by one.
 */
const ADD = {
  name: 'add-notifications',
  text: `
with live as (
  select n.*
    from jsonb_to_recordset(${hidden(1, 'jsonb')}) as n(
         ordinal int, id uuid, subscription_id uuid, lane uuid, path text, body text, newest_only boolean, endpoint text)
   cross join lateral (select from subscriptions s
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
  insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
  select id, subscription_id, lane, path, body::json, newest_only,
         case when endpoint is null then 'kept' else 'waiting' end, $2, case when endpoint is null then $2 end
    from live
   order by ordinal)
insert into delivery_lanes as l (subscription_id, lane, endpoint, due_at)
-- Due at once, also for a process whose clock is behind that of the one that writes it.
select distinct on (subscription_id, lane) subscription_id, lane, endpoint, least($2::timestamptz, clock_timestamp())
  from live
 where endpoint is not null
 order by subscription_id, lane
on conflict (subscription_id, lane) do update set endpoint = excluded.endpoint`,
};

/** Notifications on their way: written in the transaction that finds out that they are due, sent after its commit. */
@Injectable()
export class Outbox {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly configuration: Configuration) {}

  /** Stores notifications in their order. Without an address to send them to they are kept for reading. */
  async add(tx: EntityManager, notifications: readonly NewNotification[], now: Instant): Promise<void> {
    if (notifications.length === 0) return;
    const rows = notifications.map(
      ({ id, subscriptionId, lane, path, callbackUri, body, newestOnly }, ordinal) => ({
        ordinal,
        id,
        subscription_id: subscriptionId,
        lane,
        path,
        body: JSON.stringify(body),
        newest_only: newestOnly,
        endpoint: endpointOf(callbackUri, this.configuration),
      }),
    );
    await queryPrepared(tx, ADD, [JSON.stringify(rows), timestamp(now)]);
  }

  /** To be called once the transaction has committed: whoever sends need not wait for its next turn. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  onAnnounced(listener: () => void): void {
    this.listeners.push(listener);
  }
}
