import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Pace } from '../kernel/pace';
import { acceptAge } from './freshness';
import type { Zone } from './records';
import { readAll } from './paging';

/** One cheap request; what it shows decides whether anything larger is read again. */
const PULSE_MS = 10_000;
const MAX_ZONES = 1000;
/** Longer pages wait for a place among heavy requests. */
const ZONES_PER_PAGE = 100;

export function useZones() {
  return useQuery({
    queryKey: ['zones'],
    queryFn: ({ signal }) => readAll<Zone>('/zones', {}, MAX_ZONES, signal, ZONES_PER_PAGE),
    refetchInterval: PULSE_MS,
  });
}

/** Queries whose key begins with one of these depend on the ledger of a zone. */
const OF_THE_LEDGER = ['capacity', 'reservations', 'reservation', 'pools', 'find'];

/** Reads again what shows a ledger when the ledger of a zone has moved; see `Pace` for how often. Mounted once. */
export function useLedgerPulse(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useZones();
  const seen = useRef<string>(undefined);
  const pace = useRef(new Pace());
  const latest = data?.items.map(({ zone, changedAt }) => `${zone} ${changedAt}`).join();
  useEffect(() => {
    if (latest === undefined) return;
    const hasMoved = seen.current !== undefined && seen.current !== latest;
    seen.current = latest;
    if (!pace.current.isDue(hasMoved, dataUpdatedAt)) return;
    acceptAge(pace.current.acceptedAge);
    for (const key of OF_THE_LEDGER) void client.invalidateQueries({ queryKey: [key] });
  }, [client, latest, dataUpdatedAt]);
}
