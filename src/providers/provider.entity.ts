import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { StoredTraits } from '../kernel/traits.js';
import type { Flavor, ProviderState, ProviderType } from './provider.js';

export type ProviderInService = ProviderEntity & {
  readonly sealedPassword: string;
  /** Its attempts are those of a claim, which another process may take over. */
  readonly isClaimed?: boolean;
};

/**
 * An empty text stands for an absent region or tenant member, because a unique constraint treats nulls as different.
 */
@Entity('providers')
export class ProviderEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** Never changes. Citus rejects updates of the column that distributes a table, even to the same value. */
  @PrimaryColumn({ type: 'text', name: 'zone_id', update: false }) zoneId!: string;
  @Column({ type: 'text' }) type!: ProviderType;
  @Column({ type: 'text' }) endpoint!: string;
  @Column({ type: 'text' }) username!: string;
  /** Read only for connections; null: the provider is retired. */
  @Column({ type: 'text', name: 'sealed_password', nullable: true, select: false }) sealedPassword!:
    string | null;
  @Column({ type: 'text' }) region!: string;
  @Column({ type: 'text', name: 'tenant_id' }) tenantId!: string;
  @Column({ type: 'text', name: 'tenant_name' }) tenantName!: string;
  /** The platform's id of the tenant, as the first discovery found it. */
  @Column({ type: 'text', name: 'project_id', nullable: true }) projectId!: string | null;
  @Column({ type: 'text', name: 'user_domain_name' }) userDomainName!: string;
  @Column({ type: 'text' }) state!: ProviderState;
  @Column({ type: 'text', name: 'last_error', nullable: true }) lastError!: string | null;
  @Column({ type: 'jsonb' }) traits!: StoredTraits;
  @Column({ type: 'jsonb' }) flavors!: readonly Flavor[];
  @Column({ type: 'jsonb' }) limits!: ResourceAmounts;
  /** When its platform was last discovered. */
  @Column(instantColumn('looked_at', true)) lookedAt!: Instant | null;
  /** When discoveries began to fail; null: the last one succeeded. */
  @Column(instantColumn('failing_since', true)) failingSince!: Instant | null;
  /** When its next discovery is due. */
  @Column(instantColumn('due_at')) dueAt!: Instant;
  /** By the database's clock, unlike all the others: until then one process holds the discovery. */
  @Column({ ...instantColumn('leased_until', true), select: false }) leasedUntil?: Instant | null;
  /** Failed discoveries in a row. */
  @Column({ type: 'integer' }) attempts!: number;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('updated_at')) updatedAt!: Instant;
}
