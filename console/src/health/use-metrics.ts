import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/http';
import { parseExposition, type Sample } from './exposition';
import { ratesBetween, readingOf, type Rates, type Reading } from './rates';

const EVERY_MS = 5_000;
/** Five minutes. */
const KEPT = 60;

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
