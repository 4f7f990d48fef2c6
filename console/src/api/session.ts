const STORED_AS = 'headroom.api-key';

type Listener = () => void;
const listeners = new Set<Listener>();
let needsSignIn = false;

/** Kept for this tab alone, and gone with it. */
export function currentKey(): string | null {
  return sessionStorage.getItem(STORED_AS);
}

export function signIn(key: string): void {
  sessionStorage.setItem(STORED_AS, key);
  needsSignIn = false;
  notify();
}

export function signOut(): void {
  sessionStorage.removeItem(STORED_AS);
  needsSignIn = true;
  notify();
}

/** Called for every 401: the page asks for a key. */
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
