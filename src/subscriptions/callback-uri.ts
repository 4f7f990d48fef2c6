export const LONGEST_CALLBACK_URI = 2048;

/**
 * True for an http(s) address without a user name or password, which would be stored and shown in the clear. The guard
 * checks at each delivery whether the address is allowed, because a host name can resolve to another address later.
 */
export function isCallbackUri(text: string): boolean {
  if (text.length > LONGEST_CALLBACK_URI || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** Whether two addresses, which may be absent, have the same origin. */
export function isSameReceiver(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return originOf(one) === originOf(other);
}

/** Scheme, host and port of an address, the same for all of its spellings. The URL parser leaves the dot of a full host name. */
export function originOf(callbackUri: string): string {
  const { protocol, hostname, port } = new URL(callbackUri);
  return `${protocol}//${hostname.replace(/\.+$/, '')}${port && `:${port}`}`;
}
