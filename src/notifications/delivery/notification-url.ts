import type { NorthboundKind } from '../../kernel/northbound-kind.js';

/**
 * The URL of a notification: the contract's path appended to the subscriber's base address, unless the address ends
 * with it already. Keeps the query and drops the fragment.
 */
export function notificationUrl(callbackUri: string, path: NorthboundKind): URL {
  const url = new URL(callbackUri);
  const own = `/capacity/${path}/notification`;
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(own) ? base : base + own;
  url.hash = '';
  return url;
}
