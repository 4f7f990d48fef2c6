import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** A server of a simulated platform. It outlives the process, as servers of real platforms do. */
@Entity('simulated_servers')
export class SimulatedServerEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text' }) cloud!: string;
  @Column({ type: 'text', name: 'instance_id' }) instanceId!: string;
  @Column({ type: 'text', name: 'deployment_id', nullable: true }) deploymentId!: string | null;
  @Column({ type: 'text' }) name!: string;
  /** It never boots. */
  @Column({ type: 'boolean' }) fails!: boolean;
  @Column(instantColumn('boots_at')) bootsAt!: Instant;
  /** By the database's clock, which PostgreSQL reads by default. */
  @Column({ ...instantColumn('created_at'), insert: false }) createdAt!: Instant;
}
