import type { PoolEntryRecord } from '../../allocation/records.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { ChangedCapacity } from '../change-capacity.js';
import type { EndedPoolEntry } from '../end-pool-entry.js';
import type { RetiredProvider } from '../retire-provider.js';
import type { Withdrawn } from '../withdraw-provider.js';

export function poolChanged(message: string, { poolEntry, warnings, displaced }: ChangedCapacity): object {
  return {
    result: 'ok',
    'pool-id': poolEntry.id,
    message: [message, ...warnings].join('; '),
    ...(displaced.length > 0 ? { displaced } : {}),
  };
}

export function withdrawnAnswer({ poolEntries, displaced }: Withdrawn): object {
  return { pools: poolEntries.map(poolDetails), displaced };
}

export function endedAnswer({ poolEntry, displaced }: EndedPoolEntry): object {
  return { ...poolDetails(poolEntry), displaced };
}

export function retiredAnswer({ zoneId, providerId, poolEntries }: RetiredProvider): object {
  return {
    providerId,
    zone: zoneId,
    state: 'retired',
    pools: poolEntries.map(poolDetails),
  };
}

/** A pool entry as the additive reads show it; amounts carry the sign of the change. */
export function poolDetails(entry: PoolEntryRecord): object {
  const { id, zoneId, providerId, window, amounts, createdAt, endedAt } = entry;
  return {
    poolId: id,
    zone: zoneId,
    providerId,
    start: formatInstant(window.start),
    end: formatOptional(window.end),
    capacity: amounts,
    created: formatInstant(createdAt),
    ended: formatOptional(endedAt),
  };
}
