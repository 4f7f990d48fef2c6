import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';

/** The figure that an entry changes: total capacity, the part reservations hold, or the part instances use. */
export type Movement = 'total' | 'reserved' | 'allocated';

/** A `provider` owns the entry that records its retirement; it moves nothing. */
export type OwnerKind = 'pool' | 'reservation' | 'instance' | 'provider';

/**
 * A line of a zone's ledger: signed amounts of one provider over a window. Entries are never changed or removed; a
 * counter-entry for the rest of the window undoes one.
 */
export interface LedgerEntry {
  /** Absent only if the entry moves nothing, as for a reservation of elements alone. */
  readonly providerId?: string;
  readonly moves: Movement;
  readonly ownerKind: OwnerKind;
  readonly ownerId: string;
  readonly window: TimeWindow;
  readonly amounts: ResourceAmounts;
}

/** The members of an entry that a fold uses. */
export type FoldEntry = Pick<LedgerEntry, 'providerId' | 'moves' | 'window' | 'amounts'>;
