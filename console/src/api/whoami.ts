import { useQuery } from '@tanstack/react-query';
import { ApiError, request } from './http';
import { currentKey } from './session';

export interface Principal {
  readonly id?: string;
  readonly role?: string;
  readonly tenant?: string;
}

/** Undefined on a service that asks nobody who they are. */
export function useWhoami() {
  return useQuery({
    queryKey: ['whoami'],
    queryFn: ({ signal }) =>
      request<Principal>('/whoami', { signal }).catch((error: unknown): Principal => {
        if (error instanceof ApiError && error.status === 404) return {};
        throw error;
      }),
    // Without a key there is nobody to tell of.
    enabled: currentKey() !== null,
    refetchInterval: false,
    staleTime: Infinity,
  });
}

/** Tries a key before it is kept. Gives the reason when it is refused. */
export async function withKey(key: string): Promise<string | undefined> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${key}` };
  const response = await fetch('/whoami', { headers }).catch(() => undefined);
  if (!response) return 'The service does not answer. Check that it runs, and try again.';
  if (response.ok || response.status === 404) return undefined;
  if (response.status === 401)
    return 'This key is not known, has expired or was revoked. Check it, or ask for a new one.';
  return `The service answered ${response.status}. Try again shortly.`;
}
