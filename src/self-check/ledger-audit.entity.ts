import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';

/** The one row with what the last audit of the ledger found. */
@Entity('ledger_audits')
export class LedgerAuditEntity {
  @PrimaryColumn({ type: 'boolean', name: 'only_row', insert: false }) onlyRow!: boolean;
  @Column({ type: 'integer' }) violations!: number;
  @Column({ type: 'integer' }) zones!: number;
  /** Zones that took longer than an audit may, or could not be read. */
  @Column({ type: 'integer' }) skipped!: number;
  @Column({ type: 'float8' }) seconds!: number;
  @Column(instantColumn('ended_at')) endedAt!: Instant;
}
