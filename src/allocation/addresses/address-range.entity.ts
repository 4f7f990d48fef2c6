import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** A range of public addresses that belongs to a zone: from the configured ranges, or named with a pool entry. */
@Entity('address_ranges')
export class AddressRangeEntity {
  @PrimaryColumn({ type: 'cidr' }) range!: string;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column({ type: 'text' }) origin!: 'configuration' | 'pool';
  @Column(instantColumn('created_at')) createdAt!: Instant;
}
