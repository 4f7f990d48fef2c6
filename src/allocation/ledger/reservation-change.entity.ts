import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';
import type { JsonReservation } from '../admission/records.js';

/**
 * A change of a reservation by an append, stored until subscriptions have been notified of it. `before` and `after` are
 * null for a creation.
 */
@Entity('reservation_changes')
export class ReservationChangeEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  /** Number of the append's last entry. */
  @PrimaryColumn(bigintColumn('sequence')) sequence!: number;
  @PrimaryColumn({ type: 'integer' }) ordinal!: number;
  @Column({ type: 'uuid', name: 'reservation_id' }) reservationId!: string;
  @Column({ type: 'jsonb', nullable: true }) before!: JsonReservation | null;
  @Column({ type: 'jsonb', nullable: true }) after!: JsonReservation | null;
  /** The number of subscription changes at its commit. Later subscriptions are not notified of it. */
  @Column(bigintColumn('subscribers')) subscribers!: number;
  @Column(instantColumn('recorded_at')) recordedAt!: Instant;
  /**
   * Set if the reservation has moved to this zone: until when its old zone notifies of it; PostgreSQL's `-infinity` if
   * not at all.
   */
  @Column({ type: 'timestamptz', name: 'told_until', nullable: true }) toldUntil!: Date | number | null;
  /** The trace of the request that made the change; null without tracing. */
  @Column({ type: 'text', nullable: true }) traceparent!: string | null;
}
