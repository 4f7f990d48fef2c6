import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that no client can have share one name, so that they share one limit. */
const UNREADABLE = 'unreadable';

/**
 * The name under which the requests of an address are counted: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one IPv6 client commonly has all of them.
 */
export function addressName(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return UNREADABLE;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** The proxies whose `X-Forwarded-For` names the client. */
export class TrustedProxies {
  private readonly networks = new BlockList();
  private readonly hasAny: boolean;

  /** @param networks CIDRs */
  constructor(networks: readonly string[]) {
    this.hasAny = networks.length > 0;
    for (const network of networks) {
      const [address, length] = network.split('/');
      this.networks.addSubnet(address, Number(length), familyOf(address));
    }
  }

  has(address: string | undefined): boolean {
    if (!this.hasAny || address === undefined || isIP(address) === 0) return false;
    return this.networks.check(address, familyOf(address));
  }

  /**
   * The client of a request that came from a trusted proxy: the last address in `X-Forwarded-For` that is no trusted proxy.
   * Undefined if the proxy names none: then the request is the proxy's own, such as a health check.
   */
  clientOf({ headers }: IncomingMessage): string | undefined {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return undefined;
    return forwarded
      .split(',')
      .map((hop) => withoutPort(hop.trim()))
      .findLast((hop) => !this.has(hop));
  }
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
