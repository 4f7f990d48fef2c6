import { HOUR, MINUTE, now, type Instant, type TimeWindow } from '../kernel/instant';
import { queryClient } from './query-client';

/** Clocks differ, and the last minutes are still being written. */
const UNSETTLED = 5 * MINUTE;
/** Pages that are opened one after the other ask for the same past. */
const STEP = 30 * MINUTE;

/**
 * Until when nothing changes any more. The service has the figures of the last hour at hand; for those of earlier times it reads
 * the ledger, which takes long.
 */
function settledUntil(at: Instant): Instant {
  return Math.floor((at - UNSETTLED) / STEP) * STEP;
}

/** Reads a window, and the part of it that is settled only once: refreshes read the rest. `key` stands for what is read. */
export async function readOnceSettled<T>(
  key: readonly unknown[],
  window: TimeWindow,
  read: (part: TimeWindow, signal?: AbortSignal) => Promise<readonly T[]>,
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const edge = settledUntil(now());
  if (window.start >= edge) return read(window, signal);
  const past = { start: window.start, end: Math.min(window.end, edge) };
  const settled = queryClient.fetchQuery({
    queryKey: ['settled', ...key, past],
    queryFn: ({ signal: own }) => read(past, own),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: HOUR * 1000,
  });
  if (window.end <= edge) return settled;
  const parts = await Promise.all([settled, read({ start: edge, end: window.end }, signal)]);
  return parts.flat();
}
