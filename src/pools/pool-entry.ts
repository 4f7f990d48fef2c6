import type { Draft } from '../allocation/admission/draft.js';
import type { PoolEntryRecord } from '../allocation/admission/records.js';
import { negated } from '../kernel/resource-amounts.js';
import { fromNow } from '../kernel/time-window.js';

/** Enters a signed change of a provider's total into the ledger, with its record. */
export function enterPoolEntry(
  draft: Draft,
  change: Omit<PoolEntryRecord, 'zoneId' | 'createdAt'>,
): PoolEntryRecord {
  const poolEntry = { ...change, zoneId: draft.zoneId, createdAt: draft.now };
  moveTotal(draft, poolEntry);
  draft.savePoolEntry(poolEntry);
  return poolEntry;
}

/** Enters the counter-entry for the rest of a pool entry's window, and returns the changed record. */
export function enterEnd(draft: Draft, entry: PoolEntryRecord): PoolEntryRecord {
  const { window, amounts } = entry;
  const rest = fromNow(window, draft.now);
  moveTotal(draft, { ...entry, window: rest, amounts: negated(amounts) });
  const ended = { ...entry, window: { start: window.start, end: rest.start }, endedAt: draft.now };
  draft.savePoolEntry(ended);
  return ended;
}

function moveTotal(draft: Draft, { id, providerId, window, amounts }: PoolEntryRecord): void {
  draft.post({ providerId, moves: 'total', ownerKind: 'pool', ownerId: id, window, amounts });
}
