import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Instant } from '../kernel/time-window.js';
import { instantColumn } from './columns.js';

/** A request answered under an `Idempotency-Key`. Its answer is either plain or sealed. */
@Entity('idempotency_keys')
export class RememberedRequestEntity {
  /** The callers that share the key: a tenant, or `<principal id> <tenant>` of a caller that belongs to none. Empty for neither. */
  @PrimaryColumn({ type: 'text' }) scope!: string;
  @PrimaryColumn({ type: 'text' }) key!: string;
  /** Empty for an effect that no ledger has. */
  @Column({ type: 'text', name: 'zone_id' }) zoneId!: string;
  /** Names a sealed row while its secret is re-encrypted. PostgreSQL generates it. */
  @Column({ type: 'uuid', insert: false }) id!: string;
  @Column({ type: 'text', nullable: true }) fingerprint!: string | null;
  /** `json`, not `jsonb`: a replay sends the same text. */
  @Column({ type: 'json', nullable: true }) answer!: object | null;
  @Column({ type: 'text', nullable: true }) sealed!: string | null;
  @Column(instantColumn('created_at')) createdAt!: Instant;
}
