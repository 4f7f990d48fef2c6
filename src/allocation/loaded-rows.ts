import type { Traits } from '../kernel/traits.js';
import type { HeldReservation, InstanceRecord, PoolEntryRecord, ReservationRecord } from './records.js';

/** The rows an admission needs to see beside the fold, read in the same snapshot as the head they go with. */
export interface LoadedRows {
  readonly reservations: ReadonlyMap<string, HeldReservation>;
  /** Those of the reservations asked about that have entries in the zone's ledger. */
  readonly heldBefore: ReadonlySet<string>;
  readonly instances: ReadonlyMap<string, InstanceRecord>;
  readonly poolEntries: ReadonlyMap<string, PoolEntryRecord>;
  /** Those of the providers asked about that are retired. */
  readonly retired: ReadonlySet<string>;
  /** Live reservations by the id of an element they protect. */
  readonly protectors: ReadonlyMap<string, readonly ReservationRecord[]>;
  /** The live reservations of tenants there is a limit for. */
  readonly heldByTenants: readonly ReservationRecord[];
  /** The elements of live reservations by their id, down whole chains of protection. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** Whether the chains were too long to be read to their end. */
  readonly areChainsCut: boolean;
  /** What the zone's providers are like, where that was to be read. */
  readonly providerTraits: ReadonlyMap<string, Traits>;
}

/** Of an admission that needs none. */
export const NO_ROWS: LoadedRows = {
  reservations: new Map(),
  heldBefore: new Set(),
  instances: new Map(),
  poolEntries: new Map(),
  retired: new Set(),
  protectors: new Map(),
  heldByTenants: [],
  chains: new Map(),
  areChainsCut: false,
  providerTraits: new Map(),
};
