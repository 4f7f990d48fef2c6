import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../../database/columns.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';
import type { LedgerEntry, Movement, OwnerKind } from '../fold/entry.js';

/** A row of the ledger. The append statement inserts rows; nothing updates or deletes them. */
@Entity('ledger_entries')
export class LedgerEntryEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @PrimaryColumn(bigintColumn('sequence')) sequence!: number;
  /** `sequence - 1`, null for the first entry: a foreign key on it prevents gaps. */
  @Column({
    ...bigintColumn('follows'),
    nullable: true,
    asExpression: 'nullif(sequence - 1, 0)',
    generatedType: 'STORED',
    insert: false,
    update: false,
  })
  follows!: number | null;
  /** The same for all entries of one append. */
  @Column({ type: 'uuid' }) batch!: string;
  @Column({ type: 'uuid', name: 'provider_id', nullable: true }) providerId!: string | null;
  @Column({ type: 'text' }) moves!: Movement;
  @Column({ type: 'text', name: 'owner_kind' }) ownerKind!: OwnerKind;
  @Column({ type: 'uuid', name: 'owner_id' }) ownerId!: string;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
  @Column(instantColumn('recorded_at')) recordedAt!: Instant;

  toEntry(): LedgerEntry {
    const { providerId, moves, ownerKind, ownerId, startsAt, endsAt, amounts } = this;
    const window = { start: startsAt, end: endsAt };
    return { providerId: providerId ?? undefined, moves, ownerKind, ownerId, window, amounts };
  }
}
