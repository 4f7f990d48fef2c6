import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** Up to which entry and which instant subscribers have been notified of a zone's reservation changes. */
@Entity('reservation_watermarks')
export class ReservationWatermarkEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column(bigintColumn('sequence')) sequence!: number;
  @Column(instantColumn('reached')) reached!: Instant;
  @Column(bigintColumn('subscribers')) subscribers!: number;
}
