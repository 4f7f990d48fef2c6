import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { StoredTraits } from '../kernel/traits.js';
import type { Flavor, ProviderState, ProviderType } from './provider.js';

/** A row with its sealed password, as a provider that is in service has one. */
export type ProviderInService = ProviderEntity & { readonly sealedPassword: string };

/** An empty text stands for an absent region or tenant member: a unique constraint takes two nulls for different. */
@Entity({ name: 'providers' })
export class ProviderEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid' })
  id!: string;

  @PrimaryColumn({ name: 'zone_id', type: 'text' })
  zoneId!: string;

  @Column({ name: 'type', type: 'text' })
  type!: ProviderType;

  @Column({ name: 'endpoint', type: 'text' })
  endpoint!: string;

  @Column({ name: 'username', type: 'text' })
  username!: string;

  /** Read only where a connection is made; null: it is retired. */
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

  /** When its platform was last looked at. */
  @Column(instantColumn('looked_at', true))
  lookedAt!: Instant | null;

  /** When the looks began to fail; null: the last one succeeded. */
  @Column(instantColumn('failing_since', true))
  failingSince!: Instant | null;

  /** When its platform is looked at next. */
  @Column(instantColumn('due_at'))
  dueAt!: Instant;

  /** By the database's clock, unlike all the others: until when a process that looks has it to itself. */
  @Column({ ...instantColumn('leased_until', true), select: false })
  leasedUntil?: Instant | null;

  /** How often in a row a look has failed. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts!: number;

  @Column(instantColumn('created_at'))
  createdAt!: Instant;

  @Column(instantColumn('updated_at'))
  updatedAt!: Instant;
}
