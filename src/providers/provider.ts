import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { isName } from '../kernel/speakable.js';
import type { Instant } from '../kernel/time-window.js';
import type { Traits } from '../kernel/traits.js';

/** The names in the interface. Not each has a driver (see `DriverRegistry`). */
export const PROVIDER_TYPES = [
  'openstack',
  'hp',
  'rackspace',
  'amazon',
  'joyent',
  'azure',
  'simulated',
] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

/**
 * `pending`: its platform can't be reached at present. `error`: its platform refuses the service, or its
 * password can't be decrypted. `retired`: no placement and no calls to its platform; registering it again makes it
 * active.
 */
export const PROVIDER_STATES = ['pending', 'active', 'error', 'retired'] as const;

export type ProviderState = (typeof PROVIDER_STATES)[number];

/** The project of the platform whose quota is used; either member may be absent. */
export interface Tenant {
  readonly id?: string;
  readonly name?: string;
}

/** A size of server that the platform offers: ram in MB, disk in GB. */
export interface Flavor {
  readonly id: string;
  readonly name: string;
  readonly cores: number;
  readonly ram: number;
  readonly gigabytes: number;
}

/** A cloud platform that serves one zone. Its password is not part of it: see `ProvidersService.platformOf`. */
export interface Provider {
  readonly zoneId: string;
  readonly id: string;
  readonly type: ProviderType;
  readonly endpoint: string;
  readonly username: string;
  readonly region?: string;
  readonly tenant: Tenant;
  readonly userDomainName: string;
  readonly state: ProviderState;
  readonly lastError?: string;
  /** When discoveries began to fail; absent: the last one succeeded. */
  readonly failingSince?: Instant;
  /** When its platform was last discovered. */
  readonly lookedAt?: Instant;
  readonly traits: Traits;
  /** Empty until the platform has been reached. */
  readonly flavors: readonly Flavor[];
  /** The platform's quota; a class that is absent is unlimited or unknown. */
  readonly limits: ResourceAmounts;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const isZoneName = isName;
