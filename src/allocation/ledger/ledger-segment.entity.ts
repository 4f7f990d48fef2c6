import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** The latest end of a thousand consecutive entries of a zone, none of which ever changes. */
@Entity('ledger_segments')
export class LedgerSegmentEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  /** From 0: the entries with the sequences `1000 * segment + 1` to `1000 * segment + 1000`. */
  @PrimaryColumn({ type: 'integer' }) segment!: number;
  /** 1970 if none of them moves capacity. */
  @Column(instantColumn('latest_end')) latestEnd!: Instant;
}
