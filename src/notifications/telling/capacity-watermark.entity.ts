import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** How far the subscriptions to a scope's capacity are evaluated, and which process holds the scope. */
@Entity('capacity_watermarks')
export class CapacityWatermarkEntity {
  /** A zone; the empty text: the whole service. */
  @PrimaryColumn({ type: 'text' }) scope!: string;
  /** Zone → its last entry that was evaluated. */
  @Column({ type: 'jsonb' }) heads!: Readonly<Record<string, number>>;
  @Column(instantColumn('reached')) reached!: Instant;
  /** Spare addresses that the figures of addresses count with; null: these have not been evaluated. */
  @Column({ ...bigintColumn('spare'), nullable: true }) spare!: number | null;
  @Column({ type: 'uuid' }) holder!: string;
  /** By the database's clock; PostgreSQL's `-infinity`: no process holds it yet. */
  @Column({ type: 'timestamptz', name: 'held_until' }) heldUntil!: Date | number;
}
