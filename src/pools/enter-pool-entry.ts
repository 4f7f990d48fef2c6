import type { Draft } from '../allocation/admission/draft.js';
import type { PoolEntryRecord } from '../allocation/admission/records.js';

/** Enters a signed change of a provider's total into the ledger, with its record. */
export function enterPoolEntry(
  draft: Draft,
  change: Omit<PoolEntryRecord, 'zoneId' | 'createdAt'>,
): PoolEntryRecord {
  const poolEntry = { ...change, zoneId: draft.zoneId, createdAt: draft.now };
  const { providerId, id, window, amounts } = change;
  draft.post({ providerId, moves: 'total', ownerKind: 'pool', ownerId: id, window, amounts });
  draft.savePoolEntry(poolEntry);
  return poolEntry;
}
