import type { NorthboundKind } from '../../kernel/northbound-kind.js';

/**
 * Where a notification goes: our path behind the subscriber's base address, unless the address ends with it already.
 * A query stays what it is, a fragment is of no use to a receiver.
 */
export function notificationUrl(callbackUri: string, path: NorthboundKind): URL {
  const url = new URL(callbackUri);
  const own = `/capacity/${path}/notification`;
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(own) ? base : base + own;
  url.hash = '';
  return url;
}
