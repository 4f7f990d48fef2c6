import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';

/** A zone, with the number of its last ledger entry. Zones are never removed. */
@Entity('zones')
export class ZoneEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column(bigintColumn('head')) head!: number;
  /** The zone's clock: the time of its last append, or a later instant up to which it was evaluated. */
  @Column(instantColumn('changed_at')) changedAt!: Instant;
  @Column(instantColumn('created_at')) createdAt!: Instant;
}
