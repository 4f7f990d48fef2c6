import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  ContainerRecord,
  ReservationKind,
  ReservationRecord,
  ReservationStatus,
} from '../admission/records.js';
import { instantColumn } from '../../database/columns.js';
import type { Labels } from '../../kernel/marks.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';
import type { WantedTraits } from '../../kernel/traits.js';

@Entity('reservations')
export class ReservationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  @Column({ type: 'jsonb', nullable: true }) labels!: Labels | null;
  @Column({ type: 'text' }) kind!: ReservationKind;
  @Column({ type: 'text' }) status!: ReservationStatus;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
  @Column(instantColumn('expires_at', true)) expiresAt!: Instant | null;
  @Column({ type: 'integer', name: 'expires_after', nullable: true }) expiresAfter!: number | null;
  @Column({ type: 'boolean', name: 'was_drawn' }) wasDrawn!: boolean;
  @Column(instantColumn('held_until', true)) heldUntil!: Instant | null;
  @Column(instantColumn('wait_until', true)) waitUntil!: Instant | null;
  @Column({ type: 'uuid', name: 'series_id', nullable: true }) seriesId!: string | null;
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
  @Column({ type: 'jsonb', nullable: true }) containers!: ContainerRecord[] | null;
  @Column({ type: 'jsonb', nullable: true }) traits!: WantedTraits | null;
  @Column({ type: 'jsonb' }) elements!: string[];
  @Column({ type: 'jsonb' }) restricted!: string[];
  @Column({ type: 'jsonb' }) addresses!: string[];
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('updated_at')) updatedAt!: Instant;
  @Column(instantColumn('ended_at', true)) endedAt!: Instant | null;

  /** Member by member, because a rest spread takes many times as long and a forced decrease reads thousands of rows. */
  toRecord(): ReservationRecord {
    return {
      id: this.id,
      zoneId: this.zoneId,
      tenant: this.tenant ?? undefined,
      name: this.name ?? undefined,
      labels: this.labels ?? undefined,
      kind: this.kind,
      status: this.status,
      window: { start: this.startsAt, end: this.endsAt },
      expiresAt: this.expiresAt ?? undefined,
      expiresAfter: this.expiresAfter ?? undefined,
      wasDrawn: this.wasDrawn || undefined,
      heldUntil: this.heldUntil ?? undefined,
      waitUntil: this.waitUntil ?? undefined,
      seriesId: this.seriesId ?? undefined,
      amounts: this.amounts,
      containers: this.containers ?? undefined,
      traits: this.traits ?? undefined,
      elements: this.elements,
      restrictedTo: this.restricted,
      addresses: this.addresses,
      createdAt: this.createdAt,
      updatedAt: this.updatedAt,
      endedAt: this.endedAt ?? undefined,
    };
  }
}
