import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** A queue of notifications that are sent in order. The row exists while a notification of the lane waits. */
@Entity('delivery_lanes')
export class DeliveryLaneEntity {
  @PrimaryColumn({ type: 'uuid', name: 'subscription_id' }) subscriptionId!: string;
  @PrimaryColumn({ type: 'uuid' }) lane!: string;
  /** Scheme, host and port: requests in flight are limited per endpoint. */
  @Column({ type: 'text' }) endpoint!: string;
  /** That of its subscription; empty without one. Tenants share the requests in flight to an endpoint. */
  @Column({ type: 'text' }) tenant!: string;
  /** Consecutive failures of the lane, also with an earlier notification: they set its pause. */
  @Column({ type: 'integer' }) failures!: number;
  /** By the clock of the service, or of the database if that is later. */
  @Column(instantColumn('due_at')) dueAt!: Instant;
  /** By the database's clock: until then one worker has the lane. */
  @Column(instantColumn('leased_until', true)) leasedUntil!: Instant | null;
}
