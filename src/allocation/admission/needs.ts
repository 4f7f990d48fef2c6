import type { Instant, TimeWindow } from '../../kernel/time-window.js';

/** The rows an admission reads in addition to the fold. Ids are bare, elements are `<Kind>:<id>`. */
export interface Needs {
  readonly reservations?: readonly string[];
  /** Instances, each with the reservation it draws from. */
  readonly instances?: readonly string[];
  /** Reservations whose live instances are read with all that is stored of them, because they may be changed. */
  readonly instancesOf?: readonly string[];
  /** Providers whose instances are read: those that have, or may still have, a server; at most `MAX_INSTANCES_AT`. */
  readonly instancesAt?: readonly string[];
  /** Elements whose protecting reservations are read. */
  readonly protectorsOf?: readonly string[];
  /** Reservations whose chains of protection are read: the elements they protect, and so on. Bare ids. */
  readonly chainsFrom?: readonly string[];
  /**
   * Reservations that hold nothing: those in conflict and waiting ones. Every admission that frees capacity reads all of
   * them: none may be passed by a later request because it was not tried.
   */
  readonly unbacked?: boolean;
  /** Reservations that an admission may displace because it takes capacity away. */
  readonly backedBy?: readonly Backing[];
  /** Providers whose live dependents are read: the ids of reservations that they back, or that elements restrict to them. */
  readonly dependentsOf?: readonly string[];
  readonly poolEntries?: readonly string[];
  /** Providers whose pool entries are read, unless those have ended. */
  readonly poolEntriesOf?: readonly string[];
  /** Providers whose retirement is checked. */
  readonly providers?: readonly string[];
  /** Tenants whose reservations are added up. The fold keeps them. */
  readonly heldBy?: readonly string[];
  /** Tenants whose reservations in all zones are added up, too. */
  readonly heldInAllZonesBy?: readonly string[];
  /** The zone's concrete addresses. They are always read if a loaded reservation holds some. */
  readonly addresses?: boolean;
  /** Held reservations whose hold is over, read by the first batch after one is. */
  readonly overdueHolds?: boolean;
  /** Callers whose held reservations are counted: a tenant, or an empty text for requests without one. */
  readonly holdsOf?: readonly string[];
  /** Callers whose waiting reservations are counted, named as in `holdsOf`. */
  readonly waitsOf?: readonly string[];
  /** The traits of the zone's providers. They are always read if a loaded reservation requires traits. */
  readonly traits?: boolean;
  /**
   * For reads: the zone's addresses from the earliest of these instants on that the fold goes back to, if the zone has
   * ever had addresses.
   */
  readonly addressesFrom?: readonly Instant[];
}

/** The admitted reservations that a provider backs in a window, the latest created first. */
export interface Backing {
  readonly providerId: string;
  readonly window: TimeWindow;
  /** Maximum number of them. Fewer are read if they are large. */
  readonly most: number;
}

/** The needs of a batch, or of several admissions in one. */
export type CombinedNeeds = Required<Needs>;

/** The needs that list what a snapshot reads. */
export const LISTED = [
  'reservations',
  'instances',
  'instancesOf',
  'instancesAt',
  'protectorsOf',
  'chainsFrom',
  'backedBy',
  'dependentsOf',
  'poolEntries',
  'poolEntriesOf',
  'providers',
  'holdsOf',
  'waitsOf',
] as const satisfies readonly (keyof Needs)[];

export type Listed = (typeof LISTED)[number];

export function combineNeeds(all: readonly Needs[]): CombinedNeeds {
  const union = (pick: (needs: Needs) => readonly string[] | undefined): readonly string[] => {
    const ids = all.flatMap((needs) => pick(needs) ?? []);
    return ids.length > 1 ? [...new Set(ids)] : ids;
  };
  return {
    reservations: union((needs) => needs.reservations),
    instances: union((needs) => needs.instances),
    instancesOf: union((needs) => needs.instancesOf),
    instancesAt: union((needs) => needs.instancesAt),
    protectorsOf: union((needs) => needs.protectorsOf),
    chainsFrom: union((needs) => needs.chainsFrom),
    unbacked: all.some((needs) => needs.unbacked),
    backedBy: all.flatMap((needs) => needs.backedBy ?? []),
    dependentsOf: union((needs) => needs.dependentsOf),
    poolEntries: union((needs) => needs.poolEntries),
    poolEntriesOf: union((needs) => needs.poolEntriesOf),
    providers: union((needs) => needs.providers),
    heldBy: union((needs) => needs.heldBy),
    heldInAllZonesBy: union((needs) => needs.heldInAllZonesBy),
    addresses: all.some((needs) => needs.addresses),
    overdueHolds: all.some((needs) => needs.overdueHolds),
    holdsOf: union((needs) => needs.holdsOf),
    waitsOf: union((needs) => needs.waitsOf),
    traits: all.some((needs) => needs.traits),
    addressesFrom: all.flatMap((needs) => needs.addressesFrom ?? []),
  };
}

/** True if any row must be read. Most creations need none, which saves a round trip. */
export function needsRows(needs: CombinedNeeds): boolean {
  return (
    needs.unbacked ||
    needs.overdueHolds ||
    needs.traits ||
    needs.heldInAllZonesBy.length > 0 ||
    LISTED.some((list) => needs[list].length > 0)
  );
}
