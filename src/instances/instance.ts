import type { ResourceAmounts } from '../kernel/resource-amounts.js';

/** What create-instance asks for, as the caller wrote it. */
export interface InstanceOrder {
  readonly provider?: string;
  readonly reservation?: string;
  readonly name: string;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
}

/** The same, looked up: ids are bare and known to exist. */
export interface InstanceRequest {
  readonly reservationId?: string;
  readonly name: string;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
  /** What an instance of the flavor takes, for every provider that knows the flavor and may be asked. */
  readonly demands: ReadonlyMap<string, ResourceAmounts>;
}
