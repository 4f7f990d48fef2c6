import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  ContainerRecord,
  ReservationKind,
  ReservationRecord,
  ReservationStatus,
} from '../allocation/records.js';
import { instantColumn } from '../database/columns.js';
import type { Labels } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { RequiredTraits } from '../kernel/traits.js';

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
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
  @Column({ type: 'jsonb', nullable: true }) containers!: ContainerRecord[] | null;
  @Column({ type: 'jsonb', nullable: true }) traits!: RequiredTraits | null;
  @Column({ type: 'jsonb' }) elements!: string[];
  @Column({ type: 'jsonb' }) restricted!: string[];
  @Column({ type: 'jsonb' }) addresses!: string[];
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('updated_at')) updatedAt!: Instant;
  @Column(instantColumn('ended_at', true)) endedAt!: Instant | null;

  toRecord(): ReservationRecord {
    const { startsAt, endsAt, tenant, name, labels, expiresAt, ...rest } = this;
    const { expiresAfter, containers, traits, restricted, endedAt, ...same } = rest;
    return {
      ...same,
      tenant: tenant ?? undefined,
      name: name ?? undefined,
      labels: labels ?? undefined,
      window: { start: startsAt, end: endsAt },
      expiresAt: expiresAt ?? undefined,
      expiresAfter: expiresAfter ?? undefined,
      containers: containers ?? undefined,
      traits: traits ?? undefined,
      restrictedTo: restricted,
      endedAt: endedAt ?? undefined,
    };
  }
}

@Entity('claims')
export class ClaimEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @PrimaryColumn({ type: 'uuid', name: 'reservation_id' }) reservationId!: string;
  @PrimaryColumn({ type: 'uuid', name: 'provider_id' }) providerId!: string;
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
}
