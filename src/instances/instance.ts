import type { Labels } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';

/** What is changed of how an instance is called; null takes the labels away. Its server keeps the name it was made with. */
export interface InstanceMarks {
  readonly name?: string;
  readonly labels?: Labels | null;
}

/** What create-instance asks for, as the caller wrote it. */
export interface InstanceOrder {
  readonly provider?: string;
  readonly reservation?: string;
  readonly name: string;
  readonly labels?: Labels;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
}

/** The same, looked up: ids are bare and known to exist. */
export interface InstanceRequest {
  readonly reservationId?: string;
  readonly name: string;
  readonly labels?: Labels;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
  /** What an instance of the flavor takes, for every provider that knows the flavor and may be asked. */
  readonly demands: ReadonlyMap<string, ResourceAmounts>;
}
