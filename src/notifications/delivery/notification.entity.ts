import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { Instant } from '../../kernel/time-window.js';
import type { Delivery } from './delivery.js';

/** A notification of one subscription: waiting to be sent, kept for reading, or settled. */
@Entity('notifications')
export class NotificationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid', name: 'subscription_id' }) subscriptionId!: string;
  /** That of its subscription. */
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  /** Notifications of one lane are sent in order: the reservation, or for capacity the subscription. */
  @Column({ type: 'uuid' }) lane!: string;
  /** Assigned by PostgreSQL, ascending. */
  @Column({ ...bigintColumn('position'), insert: false, update: false }) position!: number;
  @Column({ type: 'text' }) path!: NorthboundKind;
  /** `json`, not `jsonb`: a retry sends the bytes that were signed. */
  @Column({ type: 'json' }) body!: object;
  /** A newer notification of the lane replaces it while it waits. Not once it is sent again on request. */
  @Column({ type: 'boolean', name: 'newest_only' }) newestOnly!: boolean;
  @Column({ type: 'text' }) state!: Delivery['state'];
  @Column({ type: 'integer' }) attempts!: number;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('settled_at', true)) settledAt!: Instant | null;
  /** The trace of the request that caused it; null without tracing. */
  @Column({ type: 'text', nullable: true }) traceparent!: string | null;
}
