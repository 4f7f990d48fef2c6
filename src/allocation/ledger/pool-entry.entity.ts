import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PoolEntryRecord } from '../admission/records.js';
import { instantColumn } from '../../database/columns.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';

@Entity('pool_entries')
export class PoolEntryEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column({ type: 'uuid', name: 'provider_id' }) providerId!: string;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('ended_at', true)) endedAt!: Instant | null;

  toRecord(): PoolEntryRecord {
    const { id, zoneId, providerId, startsAt, endsAt, amounts, createdAt, endedAt } = this;
    const window = { start: startsAt, end: endsAt };
    return { id, zoneId, providerId, window, amounts, createdAt, endedAt: endedAt ?? undefined };
  }
}
