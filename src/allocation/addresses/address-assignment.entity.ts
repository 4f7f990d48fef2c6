import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../../database/columns.js';
import type { Instant } from '../../kernel/time-window.js';

/** A public address assigned to a reservation for a window. */
@Entity('address_assignments')
export class AddressAssignmentEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @PrimaryColumn({ type: 'uuid', name: 'reservation_id' }) reservationId!: string;
  @PrimaryColumn({ type: 'inet' }) address!: string;
  @Column(instantColumn('starts_at')) startsAt!: Instant;
  @Column(instantColumn('ends_at')) endsAt!: Instant;
}
