import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { NameResolver } from './name-resolver.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

export type Names = Pick<NameResolver, 'addressesOf'>;

/** The service must not connect to an address. The message names the address and contains nothing read from there. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Globally routed IPv6. All other IPv6, including translated and compatible forms, may reach an internal network. */
const GLOBAL_IPV6: readonly [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its range, but what answers there is the host of a virtual machine: Azure's wire server. */
const PLATFORM_INTERNAL: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/**
 * Rejects addresses from clients that lie in private, loopback, link-local and other special networks, unless the
 * operator allows those. A name is resolved once, at connect time, and the connection uses the address that was
 * checked. This prevents DNS rebinding.
 */
export class NetworkGuard {
  private readonly allowed: readonly Network[];

  /**
   * @param allowed canonical CIDRs
   * @param setting the variable that lists them, named in refusals
   */
  constructor(
    allowed: readonly string[],
    private readonly setting: 'PROVIDER_ALLOWED_NETWORKS' | 'CALLBACK_ALLOWED_NETWORKS',
    private readonly names: Names = new NameResolver(),
  ) {
    this.allowed = allowed.map((network) => ipaddr.parseCIDR(network));
  }

  /**
   * Checks an address literal: no name is resolved for those, so `lookup` never sees them. `URL` has normalised
   * `0x7f.1`, `2130706433` and the like to dotted form.
   *
   * @throws AddressRefused
   */
  checkLiteral({ hostname }: URL): void {
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(literal)) this.checkAddress(literal);
  }

  /** Replaces the system's lookup at connect time; one refused address refuses the whole name. */
  readonly lookup: LookupFunction = (name, options, done) => {
    void this.checked(name).then(
      (addresses) => {
        if (options.all) done(null, addresses);
        else done(null, addresses[0].address, addresses[0].family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };

  private async checked(name: string): Promise<LookupAddress[]> {
    const addresses = await this.names.addressesOf(name);
    for (const { address } of addresses) this.checkAddress(address);
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    return addresses;
  }

  /** @throws AddressRefused */
  checkAddress(text: string): void {
    // `process` converts an IPv4-mapped IPv6 address to IPv4.
    const address = ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
    if (address && (isPublic(address) || this.isAllowed(address))) return;
    throw new AddressRefused(
      `the address ${text} is not a public one; ${this.setting} lists the networks that are allowed all the same`,
    );
  }

  private isAllowed(address: Address): boolean {
    return this.allowed.some((network) => isWithin(address, network));
  }
}

function isPublic(address: Address): boolean {
  if (PLATFORM_INTERNAL.some((network) => isWithin(address, network))) return false;
  return address.range() === 'unicast' && (isIpv4(address) || address.match(...GLOBAL_IPV6));
}

function isWithin(address: Address, [network, length]: Network): boolean {
  if (isIpv4(address)) return isIpv4(network) && address.match(network, length);
  return !isIpv4(network) && address.match(network, length);
}

function isIpv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4';
}
