import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { TimeWindow } from '../kernel/time-window.js';

/** What an entry moves: the capacity there is, what reservations hold of it, or what instances use of it. */
export type Movement = 'total' | 'reserved' | 'allocated';

/** A `provider` owns the entry that says when it was retired; it moves nothing. */
export type OwnerKind = 'pool' | 'reservation' | 'instance' | 'provider';

/**
 * One line of a zone's ledger: signed amounts of one provider over a window. Entries are never changed or removed;
 * taking something back is a counter-entry for the rest of the window.
 */
export interface LedgerEntry {
  /** Absent only where nothing is moved, as for a reservation of elements alone. */
  readonly providerId?: string;
  readonly moves: Movement;
  readonly ownerKind: OwnerKind;
  readonly ownerId: string;
  readonly window: TimeWindow;
  readonly amounts: ResourceAmounts;
}

/** What a fold takes in of an entry. */
export type FoldEntry = Pick<LedgerEntry, 'providerId' | 'moves' | 'window' | 'amounts'>;
