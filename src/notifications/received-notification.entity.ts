import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { NotificationKind, ReceivedNotification } from './received-notification.js';

@Entity('received_notifications')
export class ReceivedNotificationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) kind!: NotificationKind;
  @Column({ type: 'jsonb' }) body!: object;
  @Column(instantColumn('received_at')) receivedAt!: Instant;

  static of(notification: ReceivedNotification): ReceivedNotificationEntity {
    return Object.assign(new ReceivedNotificationEntity(), notification);
  }
}
