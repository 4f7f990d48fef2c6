import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/**
 * What a commit did to the number of addresses of a zone. Assignments and ranges show the present; a replay needs the
 * numbers at each head. Rows are never changed or deleted.
 */
@Entity('address_entries')
export class AddressEntryEntity {
  @PrimaryColumn({ ...bigintColumn('number'), insert: false }) number!: number;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  /** The entry of the zone's ledger with which it takes effect. */
  @Column(bigintColumn('sequence')) sequence!: number;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
  /** The difference of the number that reservations hold in the window. */
  @Column({ type: 'integer' }) held!: number;
  /** The difference of the number in the zone's ranges, from then on. */
  @Column(bigintColumn('owned')) owned!: number;
  /** Whether these ranges are blocks of the configured ones. */
  @Column({ type: 'boolean', name: 'is_shared' }) isShared!: boolean;
}
