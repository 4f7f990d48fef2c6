const STORED_AS = 'headroom.credentials';

/** What a caller shows: an API key or a token of an OpenID provider, both as a bearer, or a token of Keystone. */
export interface Credentials {
  readonly kind: 'bearer' | 'keystone';
  readonly secret: string;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let needsSignIn = false;

/** Kept for this tab alone, and gone with it. */
export function currentCredentials(): Credentials | undefined {
  const stored = sessionStorage.getItem(STORED_AS);
  if (stored === null) return undefined;
  const [kind, ...secret] = stored.split(' ');
  return { kind: kind === 'keystone' ? 'keystone' : 'bearer', secret: secret.join(' ') };
}

/** The header that shows them. */
export function credentialHeader({ kind, secret }: Credentials): readonly [name: string, value: string] {
  return kind === 'keystone' ? ['X-Auth-Token', secret] : ['Authorization', `Bearer ${secret}`];
}

export function signIn({ kind, secret }: Credentials): void {
  sessionStorage.setItem(STORED_AS, `${kind} ${secret}`);
  needsSignIn = false;
  notify();
}

export function signOut(): void {
  sessionStorage.removeItem(STORED_AS);
  needsSignIn = true;
  notify();
}

/** Called for every 401: the page asks for credentials. */
export function requireSignIn(): void {
  if (needsSignIn) return;
  needsSignIn = true;
  notify();
}

/** For `useSyncExternalStore`. */
export const signInNeeded = {
  subscribe: (listener: Listener): Listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): boolean => needsSignIn,
};

function notify(): void {
  for (const listener of listeners) listener();
}
