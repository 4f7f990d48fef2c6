import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InstanceRecord, InstanceState } from '../admission/records.js';
import { instantColumn } from '../../database/columns.js';
import type { Labels } from '../../kernel/marks.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';

@Entity('instances')
export class InstanceEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column({ type: 'uuid', name: 'provider_id' }) providerId!: string;
  @Column({ type: 'uuid', name: 'reservation_id', nullable: true }) reservationId!: string | null;
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'jsonb', nullable: true }) labels!: Labels | null;
  @Column({ type: 'text' }) image!: string;
  @Column({ type: 'text' }) flavor!: string;
  @Column({ type: 'jsonb' }) networks!: string[];
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
  @Column({ type: 'jsonb' }) borrowed!: ResourceAmounts;
  @Column({ type: 'text' }) state!: InstanceState;
  @Column({ type: 'text', name: 'server_id', nullable: true }) serverId!: string | null;
  @Column({ type: 'text', nullable: true }) failure!: string | null;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
  @Column(instantColumn('due_at', true)) dueAt!: Instant | null;
  /** By the database's clock: end of a worker's lease, or of the backoff after a failure. */
  @Column({ ...instantColumn('leased_until', true), select: false }) leasedUntil?: Instant | null;
  @Column({ type: 'integer' }) attempts!: number;
  /** Only the platform worker reads and counts them. */
  @Column({ type: 'integer', insert: false, select: false }) refusals?: number;
  /** By the database's clock: until then the platform may carry out a creation that it has not answered. */
  @Column({ ...instantColumn('unanswered_until'), insert: false, select: false }) unansweredUntil?: Instant;
  /** Whether it was active before it ended: then it has drawn on its reservation, also if its server was lost. */
  @Column({ type: 'boolean', name: 'was_active', insert: false, select: false }) wasActive?: boolean;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('updated_at')) updatedAt!: Instant;

  toRecord(): InstanceRecord {
    return {
      id: this.id,
      zoneId: this.zoneId,
      providerId: this.providerId,
      reservationId: this.reservationId ?? undefined,
      tenant: this.tenant ?? undefined,
      name: this.name,
      labels: this.labels ?? undefined,
      image: this.image,
      flavor: this.flavor,
      networks: this.networks,
      amounts: this.amounts,
      borrowed: this.borrowed,
      state: this.state,
      serverId: this.serverId ?? undefined,
      failure: this.failure ?? undefined,
      window: { start: this.startsAt, end: this.endsAt },
      dueAt: this.dueAt ?? undefined,
      attempts: this.attempts,
      createdAt: this.createdAt,
      updatedAt: this.updatedAt,
    };
  }
}
