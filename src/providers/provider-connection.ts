import type { Tenant } from './provider.js';

export interface ConnectionTarget {
  readonly endpoint: string;
  readonly username: string;
  readonly region?: string;
  readonly tenant: Tenant;
  /** The platform's id of the tenant; absent: not known yet. */
  readonly projectId?: string;
  readonly userDomainName: string;
}

/** The address and credentials that a driver uses for a provider. */
export class ProviderConnection {
  readonly target: ConnectionTarget;
  /** Private, so that neither JSON nor a logger that walks objects can read it. */
  readonly #password: string;

  constructor(
    { endpoint, username, region, tenant, projectId, userDomainName }: ConnectionTarget,
    password: string,
  ) {
    // A copy of these alone: the given object may hold the password too.
    this.target = { endpoint, username, region, tenant, projectId, userDomainName };
    this.#password = password;
  }

  get password(): string {
    return this.#password;
  }
}
