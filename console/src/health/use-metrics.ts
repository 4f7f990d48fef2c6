import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/http';
import { parseExposition, sumOf, type Sample } from './exposition';

const EVERY_MS = 5_000;
/** Five minutes. */
const KEPT = 60;

/** One reading of what counts up. */
export interface Reading {
  readonly at: number;
  readonly admissions: number;
  readonly refusals: number;
  readonly requests: number;
}

/** Per second, between two readings. */
export interface Rates {
  readonly admissions: number;
  readonly refusals: number;
  readonly requests: number;
}

export function useMetrics() {
  return useQuery({
    queryKey: ['metrics'],
    queryFn: async ({ signal }) => {
      const text = await request<string>('/metrics', { parseAs: 'text', signal });
      return parseExposition(text, (name) => name.startsWith('headroom_') && !name.endsWith('_bucket'));
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  });
}

/** The rates since the page was opened, the newest last. */
export function useRates(samples: readonly Sample[] | undefined, at: number): readonly Rates[] {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    if (samples) setReadings((before) => [...before, readingOf(samples, at)].slice(-KEPT));
  }, [samples, at]);
  return readings.slice(1).map((reading, index) => ratesBetween(readings[index], reading));
}

function readingOf(samples: readonly Sample[], at: number): Reading {
  return {
    at,
    admissions: sumOf(samples, 'headroom_zone_admissions_total'),
    refusals: sumOf(samples, 'headroom_http_requests_total', { result: 'refused' }),
    requests: sumOf(samples, 'headroom_http_requests_total'),
  };
}

/** A service that was started again counts from nothing. */
export function ratesBetween(before: Reading, after: Reading): Rates {
  const seconds = Math.max(1, (after.at - before.at) / 1000);
  const rate = (member: keyof Rates): number => Math.max(0, after[member] - before[member]) / seconds;
  return { admissions: rate('admissions'), refusals: rate('refusals'), requests: rate('requests') };
}
