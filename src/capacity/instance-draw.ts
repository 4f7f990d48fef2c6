import type { LedgerEntry } from '../allocation/fold/entry.js';
import { only, type ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';

/** An instance that draws on a reservation. */
export interface InstanceDraw {
  readonly instanceId: string;
  readonly reservationId: string;
  /** Amounts that it has from the pool instead. */
  readonly borrowed: ResourceAmounts;
  /** From then on the reservation would hold nothing without the instance either: it was ended, or is in conflict. */
  readonly until: Instant;
}

/** The amounts that the reservation would hold in place of the instance. */
export function heldInstead(use: LedgerEntry, { reservationId, borrowed, until }: InstanceDraw): LedgerEntry {
  return {
    ...use,
    moves: 'reserved',
    ownerKind: 'reservation',
    ownerId: reservationId,
    window: { start: use.window.start, end: Math.min(use.window.end, until) },
    // A class is either drawn or borrowed as a whole.
    amounts: only(use.amounts, (name) => !(name in borrowed)),
  };
}
