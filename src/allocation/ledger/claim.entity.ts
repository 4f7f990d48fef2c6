import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';

/** How much of a reservation one provider backs. */
@Entity('claims')
export class ClaimEntity {
  @PrimaryColumn({ type: 'text', name: 'zone_id' }) zoneId!: string;
  @PrimaryColumn({ type: 'uuid', name: 'reservation_id' }) reservationId!: string;
  @PrimaryColumn({ type: 'uuid', name: 'provider_id' }) providerId!: string;
  @Column({ type: 'jsonb' }) amounts!: ResourceAmounts;
}
