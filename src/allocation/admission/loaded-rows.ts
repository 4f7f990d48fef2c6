import type { Traits } from '../../kernel/traits.js';
import type { TenantHoldings } from '../fold/tenant-holdings.js';
import type { CountedReservation, HeldReservation, InstanceRecord, PoolEntryRecord } from './records.js';
import type { Backing } from './needs.js';

/** The rows that an admission needs in addition to the fold, read in the same snapshot as its head. */
export interface LoadedRows {
  readonly reservations: ReadonlyMap<string, HeldReservation>;
  /** Waiting reservations of the zone, the oldest first, if an admission may free capacity. */
  readonly waiting: ReadonlyMap<string, HeldReservation>;
  /** False if more reservations in conflict are stored than were read. */
  readonly areAllInConflict: boolean;
  /** False if more waiting reservations are stored than were read. */
  readonly isAllWaiting: boolean;
  /** The oldest reservation read for each of `Needs.backedBy` of which there may be older ones. */
  readonly cutAt: ReadonlyMap<Backing, string>;
  /** The waiting reservations of each caller in `Needs.waitsOf`, counted by `waitsAs`. */
  readonly waits: ReadonlyMap<string, number>;
  readonly instances: ReadonlyMap<string, InstanceRecord>;
  readonly poolEntries: ReadonlyMap<string, PoolEntryRecord>;
  /** The retired ones of the providers in `Needs.providers`. */
  readonly retired: ReadonlySet<string>;
  /** The ids of live reservations that each provider in `Needs.dependentsOf` backs or that are tied to it, some at most. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** Live reservations by the id of an element they protect. */
  readonly protectors: ReadonlyMap<string, readonly CountedReservation[]>;
  /** What the tenants in `Needs.heldInAllZonesBy` hold in all zones, as stored. */
  readonly heldInAllZones?: Readonly<Pick<TenantHoldings, 'peak' | 'replace'>>;
  /** The held reservations of each caller in `Needs.holdsOf`: their ids. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
  /** The elements of live reservations by their id, along whole chains of protection. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** True if the chains exceed the limit and were not read to their end. */
  readonly areChainsCut: boolean;
  /** The traits of the zone's providers, if they were needed. */
  readonly providerTraits: ReadonlyMap<string, Traits>;
}

/** For an admission that needs no rows. */
export const NO_ROWS: LoadedRows = {
  reservations: new Map(),
  waiting: new Map(),
  areAllInConflict: true,
  isAllWaiting: true,
  cutAt: new Map(),
  waits: new Map(),
  instances: new Map(),
  poolEntries: new Map(),
  retired: new Set(),
  dependents: new Map(),
  protectors: new Map(),
  holds: new Map(),
  chains: new Map(),
  areChainsCut: false,
  providerTraits: new Map(),
};
