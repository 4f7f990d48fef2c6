/** The address that a subscription names for its notifications, and the token that it sends there. */

import ipaddr from 'ipaddr.js';

export const MAX_CALLBACK_URI_LENGTH = 2048;
/** Of a DNS name. The URL parser has no limit, and PostgreSQL refuses to index a longer origin. */
export const MAX_CALLBACK_HOST_LENGTH = 253;
export const MAX_CALLBACK_TOKEN_LENGTH = 4096;

/** Visible ASCII: a header needs no encoding for it, and a space would end the token. */
const CALLBACK_TOKEN = /^[!-~]+$/;

export const CALLBACK_TOKEN_PATTERN = CALLBACK_TOKEN.source;

/**
 * True for an http(s) address without a user name or password, which would be stored and shown in the clear. The guard
 * checks at each delivery whether the address is allowed, because a host name can resolve to another address later.
 */
export function isCallbackUri(text: string): boolean {
  if (text.length > MAX_CALLBACK_URI_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && hostname.length <= MAX_CALLBACK_HOST_LENGTH && username === '' && password === '';
}

/** Whether two addresses, which may be absent, have the same origin. */
export function isSameReceiver(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return originOf(one) === originOf(other);
}

/**
 * Scheme, host and port of an address, the same for all of its spellings. The URL parser leaves the dot of a full host name, and an
 * IPv4 address in the form of IPv6.
 */
export function originOf(callbackUri: string): string {
  const { protocol, hostname, port } = new URL(callbackUri);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const literal = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  const host = literal instanceof ipaddr.IPv4 ? literal.toString() : hostname.replace(/\.+$/, '');
  return `${protocol}//${host}${port && `:${port}`}`;
}

export function isCallbackToken(text: string): boolean {
  return text.length <= MAX_CALLBACK_TOKEN_LENGTH && CALLBACK_TOKEN.test(text);
}

/** The place that a token is sealed for. It names the receiver, so the token can't be opened for another receiver. */
export function tokenPlace(subscriptionId: string, callbackUri: string): string {
  return `subscriptions|${subscriptionId}|token|${originOf(callbackUri)}`;
}
