import { useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { request } from './http';
import { credentialHeader, currentCredentials, type Credentials } from './session';

export interface Principal {
  readonly id?: string;
  readonly role?: string;
  readonly tenant?: string;
}

export const WHOAMI = ['whoami'];

const RETRY_MS = 15_000;

/** Undefined on a service that asks nobody who they are. */
export function useWhoami() {
  return useQuery({
    queryKey: WHOAMI,
    queryFn: ({ signal }) =>
      request<Principal>('/whoami', { signal }).catch((error: unknown): Principal => {
        if (error instanceof ApiError && error.status === 404) return {};
        throw error;
      }),
    // Without credentials there is no principal.
    enabled: currentCredentials() !== undefined,
    // It changes with the credentials alone; without it parts of the menu are missing.
    refetchInterval: ({ state }) => state.data === undefined && RETRY_MS,
    staleTime: Infinity,
  });
}

/** What only some roles may do; the service refuses it to the others. */
const NEEDS = {
  'see-providers': ['admin', 'operator', 'auditor'],
  'see-health': ['admin', 'operator', 'auditor'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Restriction = keyof typeof NEEDS;

/** Unknown until the role has been read. Without credentials the service has no roles, and everything is allowed. */
export function useRight(what: Restriction): 'granted' | 'denied' | 'unknown' {
  const { data } = useWhoami();
  if (!currentCredentials()) return 'granted';
  if (data === undefined) return 'unknown';
  const roles: readonly string[] = NEEDS[what];
  return data.role === undefined || roles.includes(data.role) ? 'granted' : 'denied';
}

export function useMay(what: Restriction): boolean {
  return useRight(what) === 'granted';
}

/** Whether the service takes tokens of Keystone: the challenge of a 401 names it. */
export async function takesKeystone(): Promise<boolean> {
  const response = await fetch('/whoami').catch(() => undefined);
  return /\bKeystone uri=/.test(response?.headers.get('WWW-Authenticate') ?? '');
}

/** Of a header, without Latin-1, which no key or token has. */
const SENDABLE = /^[\x20-\x7e]*$/;

export type Tried = { readonly refused: string } | { readonly principal: Principal };

/** Tries credentials before they are kept. */
export async function tryCredentials(credentials: Credentials): Promise<Tried> {
  const refused = (reason: string): Tried => ({ refused: reason });
  if (!SENDABLE.test(credentials.secret))
    return refused('It has characters that no key or token has, such as typographic quotes. Copy it again.');
  const [name, value] = credentialHeader(credentials);
  const headers = { Accept: 'application/json', [name]: value };
  const response = await fetch('/whoami', { headers }).catch(() => undefined);
  if (!response) return refused('The service does not answer. Check that it runs, and try again.');
  if (response.ok) {
    const principal = (await response.json().catch(() => undefined)) as Principal | undefined;
    return principal
      ? { principal }
      : refused('What answers here is not the service, such as a gateway that asks to sign in.');
  }
  if (response.status === 404) return { principal: {} };
  if (response.status === 401)
    return refused(
      'The service does not know it, or it has expired or was revoked. Check it, or ask for a new one.',
    );
  return refused(`The service answered ${response.status}. Try again shortly.`);
}
