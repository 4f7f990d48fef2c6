import type { Labels } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';

/** A change of name and labels; null removes the labels. The server keeps its first name. */
export interface InstanceMarks {
  readonly name?: string;
  readonly labels?: Labels | null;
}

/** A create-instance request as the caller wrote it. */
export interface InstanceOrder {
  readonly provider?: string;
  readonly reservation?: string;
  /** The tenant that it is for; one that draws on a reservation is for the tenant of that. */
  readonly tenant?: string;
  readonly name: string;
  readonly labels?: Labels;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
}

/** The same with resolved references: ids are bare and known to exist. */
export interface InstanceRequest extends Omit<InstanceOrder, 'provider' | 'reservation'> {
  readonly reservationId?: string;
  /** Provider → amounts of an instance of the flavor, for each candidate provider that has the flavor. */
  readonly demands: ReadonlyMap<string, ResourceAmounts>;
}
