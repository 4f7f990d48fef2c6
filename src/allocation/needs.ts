import type { Instant } from '../kernel/time-window.js';

/** The rows an admission has to see beside the fold. Ids are bare, elements are `<Kind>:<id>`. */
export interface Needs {
  readonly reservations?: readonly string[];
  /** Reservations of which it matters whether they ever held anything in the zone, though they may have moved to another. */
  readonly heldBefore?: readonly string[];
  /** Instances, and with each the reservation it draws from. */
  readonly instances?: readonly string[];
  /** Providers whose instances matter, as far as they have, or may still have, a server; some of them where there are many. */
  readonly instancesAt?: readonly string[];
  /** Elements whose protecting reservations matter. */
  readonly protectorsOf?: readonly string[];
  /** Reservations of which it matters what they protect, what those protect, and so on. Bare ids. */
  readonly chainsFrom?: readonly string[];
  /**
   * Reservations of the zone that are in conflict: asked for by whatever frees capacity. A request looks at the oldest
   * only, so that none pays for thousands; the clock's round looks at all.
   */
  readonly conflicted?: 'oldest' | 'all';
  /** All live reservations backed by these providers: asked for by whatever takes capacity away. */
  readonly backedBy?: readonly string[];
  /** All live reservations that their elements restrict to any of these providers. */
  readonly tiedTo?: readonly string[];
  readonly poolEntries?: readonly string[];
  /** Providers whose pool entries matter, as far as they are not over. */
  readonly poolEntriesOf?: readonly string[];
  /** Providers of which it matters whether they are retired. */
  readonly providers?: readonly string[];
  /** Tenants whose reservations are to be counted together. */
  readonly heldBy?: readonly string[];
  /** The zone's concrete addresses; they come unasked where a loaded reservation holds some. */
  readonly addresses?: boolean;
  /** What the zone's providers are like; it comes unasked where a loaded reservation requires traits. */
  readonly traits?: boolean;
  /** For a look: the same from an instant on, as far as the fold goes back, where the zone has had any capacity of them. */
  readonly addressesFrom?: Instant;
}

/** What a whole batch needs. */
export interface CombinedNeeds {
  readonly reservations: readonly string[];
  readonly heldBefore: readonly string[];
  readonly instances: readonly string[];
  readonly instancesAt: readonly string[];
  readonly protectorsOf: readonly string[];
  readonly chainsFrom: readonly string[];
  /** How many reservations in conflict are read at most. */
  readonly conflicted: number;
  readonly backedBy: readonly string[];
  readonly tiedTo: readonly string[];
  readonly poolEntries: readonly string[];
  readonly poolEntriesOf: readonly string[];
  readonly providers: readonly string[];
  readonly heldBy: readonly string[];
  readonly addresses: boolean;
  readonly traits: boolean;
  readonly addressesFrom: readonly Instant[];
}

const MOST_CONFLICTED = { oldest: 50, all: 20_000 } as const;

export function combineNeeds(all: readonly Needs[]): CombinedNeeds {
  const union = (pick: (needs: Needs) => readonly string[] | undefined): string[] => [
    ...new Set(all.flatMap((needs) => pick(needs) ?? [])),
  ];
  return {
    reservations: union((needs) => needs.reservations),
    heldBefore: union((needs) => needs.heldBefore),
    instances: union((needs) => needs.instances),
    instancesAt: union((needs) => needs.instancesAt),
    protectorsOf: union((needs) => needs.protectorsOf),
    chainsFrom: union((needs) => needs.chainsFrom),
    conflicted: Math.max(
      0,
      ...all.map((needs) => (needs.conflicted ? MOST_CONFLICTED[needs.conflicted] : 0)),
    ),
    backedBy: union((needs) => needs.backedBy),
    tiedTo: union((needs) => needs.tiedTo),
    poolEntries: union((needs) => needs.poolEntries),
    poolEntriesOf: union((needs) => needs.poolEntriesOf),
    providers: union((needs) => needs.providers),
    heldBy: union((needs) => needs.heldBy),
    addresses: all.some((needs) => needs.addresses),
    traits: all.some((needs) => needs.traits),
    addressesFrom: all.flatMap((needs) => needs.addressesFrom ?? []),
  };
}

/** Whether any row has to be read; the common create needs none, which saves it a round trip. */
export function needsRows(needs: CombinedNeeds): boolean {
  const ids = [
    needs.reservations,
    needs.heldBefore,
    needs.instances,
    needs.instancesAt,
    needs.protectorsOf,
    needs.chainsFrom,
    needs.backedBy,
    needs.tiedTo,
    needs.poolEntries,
    needs.poolEntriesOf,
    needs.providers,
    needs.heldBy,
  ];
  return needs.conflicted > 0 || needs.traits || ids.some(({ length }) => length > 0);
}
