import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { StoredTraits } from '../kernel/traits.js';
import type { Flavor, ProviderState, ProviderType } from './provider.js';

/** The row of a provider in service, which has a sealed password. */
export type ProviderInService = ProviderEntity & { readonly sealedPassword: string };

/**
 * An empty text stands for an absent region or tenant member, because a unique constraint treats nulls as different.
 */
@Entity({ name: 'providers' })
export class ProviderEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid' })
  id!: string;

  /** Never changes. Citus rejects updates of the column that distributes a table, even to the same value. */
  @PrimaryColumn({ name: 'zone_id', type: 'text', update: false })
  zoneId!: string;

  @Column({ name: 'type', type: 'text' })
  type!: ProviderType;

  @Column({ name: 'endpoint', type: 'text' })
  endpoint!: string;

  @Column({ name: 'username', type: 'text' })
  username!: string;

  /** Read only for connections; null: the provider is retired. */
  @Column({ name: 'sealed_password', type: 'text', nullable: true, select: false })
  sealedPassword!: string | null;

  @Column({ name: 'region', type: 'text' })
  region!: string;

  @Column({ name: 'tenant_id', type: 'text' })
  tenantId!: string;

  @Column({ name: 'tenant_name', type: 'text' })
  tenantName!: string;

  @Column({ name: 'user_domain_name', type: 'text' })
  userDomainName!: string;

  @Column({ name: 'state', type: 'text' })
  state!: ProviderState;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  @Column({ name: 'traits', type: 'jsonb' })
  traits!: StoredTraits;

  @Column({ name: 'flavors', type: 'jsonb' })
  flavors!: readonly Flavor[];

  @Column({ name: 'limits', type: 'jsonb' })
  limits!: ResourceAmounts;

  /** When its platform was last discovered. */
  @Column(instantColumn('looked_at', true))
  lookedAt!: Instant | null;

  /** When discoveries began to fail; null: the last one succeeded. */
  @Column(instantColumn('failing_since', true))
  failingSince!: Instant | null;

  /** When its next discovery is due. */
  @Column(instantColumn('due_at'))
  dueAt!: Instant;

  /** By the database's clock, unlike all the others: until then one process holds the discovery. */
  @Column({ ...instantColumn('leased_until', true), select: false })
  leasedUntil?: Instant | null;

  /** Failed discoveries in a row. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts!: number;

  @Column(instantColumn('created_at'))
  createdAt!: Instant;

  @Column(instantColumn('updated_at'))
  updatedAt!: Instant;
}
