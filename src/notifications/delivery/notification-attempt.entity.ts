import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';
import type { AttemptOutcome, DeliveryAttempt } from './delivery.js';

/** One attempt to send a notification. */
@Entity('notification_attempts')
export class NotificationAttemptEntity {
  @PrimaryColumn({ type: 'uuid', name: 'notification_id' }) notificationId!: string;
  @PrimaryColumn({ type: 'integer' }) number!: number;
  @Column(instantColumn('at')) at!: Instant;
  @Column({ type: 'text' }) outcome!: AttemptOutcome;
  @Column({ type: 'integer', nullable: true }) status!: number | null;
  @Column({ type: 'integer' }) milliseconds!: number;

  toAttempt(): DeliveryAttempt {
    const { number, at, outcome, status, milliseconds } = this;
    return { number, at, outcome, ...(status === null ? {} : { status }), milliseconds };
  }
}
