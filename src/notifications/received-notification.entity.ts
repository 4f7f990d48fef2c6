import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { SubscriptionKind } from '../subscriptions/subscription.js';

/** A notification that another service sent here, as it came. */
@Entity('received_notifications')
export class ReceivedNotificationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** Its subject, which follows from its path and body. */
  @Column({ type: 'text' }) kind!: SubscriptionKind;
  @Column({ type: 'jsonb' }) body!: object;
  @Column(instantColumn('received_at')) receivedAt!: Instant;
}
