import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';

/** When a platform is compared with the records. All times are by the database's clock. */
@Entity('reconciliations')
export class ReconciliationEntity {
  @PrimaryColumn({ type: 'uuid', name: 'provider_id' }) providerId!: string;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column(instantColumn('due_at')) dueAt!: Instant;
  /** Until then one process has it. */
  @Column(instantColumn('leased_until', true)) leasedUntil!: Instant | null;
  /** When it last ended without a failure. */
  @Column(instantColumn('ended_at', true)) endedAt!: Instant | null;
  @Column({ type: 'text', nullable: true }) failure!: string | null;
}
