import { focusManager } from '@tanstack/react-query';

const STORED_AS = 'headroom.credentials';

/** What a caller shows: an API key or a token of an OpenID provider, both as a bearer, or a token of Keystone. */
export interface Credentials {
  readonly kind: 'bearer' | 'keystone';
  readonly secret: string;
}

type Listener = () => void;
const listeners = new Set<Listener>();

/** `again`: the credentials are no longer accepted. The page stays as it is below, with what the user has filled in. */
export type SignInNeed = 'none' | 'first' | 'again';

let need: SignInNeed = 'none';

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
  change('none');
}

export function signOut(): void {
  sessionStorage.removeItem(STORED_AS);
  change('first');
}

/** Called for every 401: the page asks for credentials. */
export function requireSignIn(): void {
  if (need === 'none') change(currentCredentials() ? 'again' : 'first');
}

/** For `useSyncExternalStore`. */
export const signInNeeded = {
  subscribe: (listener: Listener): Listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): SignInNeed => need,
};

function change(present: SignInNeed): void {
  need = present;
  // A page that waits for credentials requests nothing, like one that is hidden.
  focusManager.setFocused(need === 'none' ? undefined : false);
  for (const listener of listeners) listener();
}
