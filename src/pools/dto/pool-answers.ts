import type { PoolEntryRecord } from '../../allocation/records.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { ChangedCapacity } from '../change-capacity.js';
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

/** A pool entry as the additive reads show it; amounts carry the sign of the change. */
export function poolDetails({ id, zoneId, providerId, window, amounts, createdAt }: PoolEntryRecord): object {
  return {
    poolId: id,
    zone: zoneId,
    providerId,
    start: formatInstant(window.start),
    end: formatOptional(window.end),
    capacity: amounts,
    created: formatInstant(createdAt),
  };
}
