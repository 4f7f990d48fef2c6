import { useMutation, useQuery } from '@tanstack/react-query';
import type { Amounts } from '../kernel/amounts';
import { request } from './http';
import { operate } from './operation';
import { readAll } from './paging';
import type { PoolEntry } from './records';
import { useEffectOnLedger } from './reservations';

const MAX_POOLS = 1000;

export function usePools(provider: string) {
  return useQuery({
    queryKey: ['pools', provider],
    queryFn: ({ signal }) => readAll<PoolEntry>('/pools', { provider, order: 'desc' }, MAX_POOLS, signal),
  });
}

/** Body of `POST /increase-capacity` and `POST /decrease-capacity`. */
export interface CapacityChange {
  readonly source: string;
  readonly start?: string;
  readonly end?: string;
  readonly capacity: Amounts;
  readonly force?: boolean;
}

export type Direction = 'increase-capacity' | 'decrease-capacity';

export function useChangeCapacity(direction: Direction) {
  return useEffectOnLedger((change: CapacityChange) =>
    operate<{ readonly message: string }>(direction, change),
  );
}

/** Ends an entry now, or altogether if it has not begun. */
export function useEndPool() {
  return useEffectOnLedger((id: string) => request(poolPath(id), { method: 'delete' }));
}

/** Whether it could be ended. */
export function useRehearseEndPool() {
  return useMutation({
    mutationFn: (id: string) =>
      request(poolPath(id), { method: 'delete', query: { dryRun: true }, purpose: 'trial' }),
  });
}

function poolPath(id: string): string {
  return `/pools/${encodeURIComponent(id)}`;
}
