import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Everything is read again after this even if no zone has changed: states follow from the clock. */
export const FULL_REFRESH_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchInterval: FULL_REFRESH_MS,
      // A hidden page asks for nothing, and catches up when it is looked at.
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
});

function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}
