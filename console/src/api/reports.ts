import { unwrap, type Schemas } from '@headroom/client';
import { useQuery } from '@tanstack/react-query';
import { toWire, type TimeWindow } from '../kernel/instant';
import { headroom } from './headroom';
import { explained, request } from './http';

export const USAGE_KEYS = ['zone', 'tenant', 'reservation', 'provider', 'class'] as const;
export type UsageKey = (typeof USAGE_KEYS)[number];

/** Hours times units, of one class. */
export type UsageRow = Schemas['UsageLine'];
export type IdleReservation = Schemas['IdleLine'];

export interface UsageAsked {
  readonly by: UsageKey;
  readonly zone?: string;
  readonly window: TimeWindow;
}

function usageQuery({ by, zone, window }: UsageAsked) {
  return { by, zone, from: toWire(window.start), to: toWire(window.end) };
}

export function useUsage(asked: UsageAsked) {
  return useQuery({
    queryKey: ['reports', 'usage', asked],
    queryFn: ({ signal }) =>
      request<{ readonly rows: readonly UsageRow[] }>('/reports/usage', { query: usageQuery(asked), signal }),
    select: ({ rows }) => rows,
    // The service makes few reports at a time, and each reads the whole period.
    refetchInterval: false,
    staleTime: 60_000,
  });
}

/** The whole report as the service writes it, also where the page shows the first rows alone. */
export async function usageCsv(asked: UsageAsked): Promise<string> {
  const options = {
    params: { query: usageQuery(asked) },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  } as const;
  return String(await explained(unwrap(headroom.http.GET('/reports/usage', options))));
}

/** Rows of the page. The command line prints up to a thousand. */
const IDLE_SHOWN = 100;

export function useIdle(threshold: number, zone: string | undefined) {
  return useQuery({
    queryKey: ['reports', 'idle', threshold, zone],
    queryFn: ({ signal }) =>
      request<Schemas['Idle']>('/reports/idle', { query: { threshold, zone, limit: IDLE_SHOWN }, signal }),
    refetchInterval: false,
    staleTime: 60_000,
  });
}
