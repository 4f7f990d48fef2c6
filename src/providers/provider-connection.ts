import type { Tenant } from './provider.js';

export interface ConnectionTarget {
  readonly endpoint: string;
  readonly username: string;
  readonly region?: string;
  readonly tenant: Tenant;
  readonly userDomainName: string;
}

/** The address and credentials that a driver uses for a provider. */
export class ProviderConnection implements ConnectionTarget {
  readonly endpoint: string;
  readonly username: string;
  readonly region?: string;
  readonly tenant: Tenant;
  readonly userDomainName: string;
  /** Private, so that neither JSON nor a logger that walks objects can read it. */
  readonly #password: string;

  constructor(target: ConnectionTarget, password: string) {
    this.endpoint = target.endpoint;
    this.username = target.username;
    this.region = target.region;
    this.tenant = target.tenant;
    this.userDomainName = target.userDomainName;
    this.#password = password;
  }

  get password(): string {
    return this.#password;
  }
}
