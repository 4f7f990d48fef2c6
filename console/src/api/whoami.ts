import { useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { request } from './http';
import { credentialHeader, currentCredentials, type Credentials } from './session';

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
    // Without credentials there is no principal.
    enabled: currentCredentials() !== undefined,
    refetchInterval: false,
    staleTime: Infinity,
  });
}

/** What only some roles may do; the service refuses it to the others. */
const NEEDS: Readonly<Record<'see-providers' | 'see-health', readonly string[]>> = {
  'see-providers': ['admin', 'operator', 'auditor'],
  'see-health': ['admin', 'operator', 'auditor'],
};

/** Without credentials the service asks nobody who they are, and everything is allowed. False while the role is not known yet. */
export function useMay(what: keyof typeof NEEDS): boolean {
  const { data } = useWhoami();
  if (!currentCredentials()) return true;
  return data !== undefined && (data.role === undefined || NEEDS[what].includes(data.role));
}

/** Tries credentials before they are kept. Gives the reason when they are refused. */
export async function tryCredentials(credentials: Credentials): Promise<string | undefined> {
  const [name, value] = credentialHeader(credentials);
  const headers = { Accept: 'application/json', [name]: value };
  const response = await fetch('/whoami', { headers }).catch(() => undefined);
  if (!response) return 'The service does not answer. Check that it runs, and try again.';
  if (response.ok || response.status === 404) return undefined;
  if (response.status === 401)
    return 'The service does not know it, or it has expired or was revoked. Check it, or ask for a new one.';
  return `The service answered ${response.status}. Try again shortly.`;
}
