import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Instant } from '../kernel/time-window.js';
import { instantColumn } from './columns.js';

/** Who did what, stored with the effect. */
@Entity('audit_log')
export class AuditRecordEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** Empty for an effect that no ledger has. */
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column(instantColumn('at')) at!: Instant;
  @Column({ type: 'text' }) principal!: string;
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  @Column({ type: 'text' }) operation!: string;
  @Column({ type: 'text', nullable: true }) target!: string | null;
  @Column({ type: 'text', name: 'request_id', nullable: true }) requestId!: string | null;
}
