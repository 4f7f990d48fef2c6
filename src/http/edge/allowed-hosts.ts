import { isIP } from 'node:net';

const MAX_REMEMBERED = 64;
const AUTHORITY = /^(?:\[([\da-f:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/i;

/** Clients leave these ports out. A proxy may serve HTTPS for a service that receives plain HTTP, so `Host` may mean either. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

interface Authority {
  readonly name: string;
  readonly port?: string;
}

/**
 * The names that the service answers to: addresses, `localhost`, and those that the operator lists. DNS rebinding needs a name
 * under the attacker's control, so an address in `Host` is always good.
 */
export class AllowedHosts {
  private readonly listed: ReadonlySet<string>;
  /** Accepted values of `Host`, which hardly differ from request to request. */
  private readonly remembered = new Set<string>();

  /** @param listed names, or `name:port`; `*` allows every name */
  constructor(listed: readonly string[] = []) {
    this.listed = new Set(listed.map((name) => name.toLowerCase()));
  }

  /** @param host the value of `Host` */
  has(host: string): boolean {
    if (this.remembered.has(host)) return true;
    const authority = readAuthority(host);
    if (!authority || !this.allows(authority)) return false;
    if (this.remembered.size < MAX_REMEMBERED) this.remembered.add(host);
    return true;
  }

  /** Whether a page of this origin may use the service: its own pages, and those of a listed host. */
  hasOrigin(origin: string, host: string | undefined): boolean {
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
    const { protocol, host: ofOrigin, hostname, port } = new URL(origin);
    if (ofOrigin === host?.toLowerCase() || this.listed.has(ofOrigin)) return true;
    return port === '' && this.listed.has(`${hostname}:${DEFAULT_PORTS[protocol]}`);
  }

  private allows({ name, port }: Authority): boolean {
    if (this.listed.has('*') || isIP(name) > 0 || name === 'localhost') return true;
    const ports = port === undefined ? Object.values(DEFAULT_PORTS) : [port];
    return this.listed.has(name) || ports.some((each) => this.listed.has(`${name}:${each}`));
  }
}

/** Whether a value of `Host` names this machine to itself. */
export function isLoopbackHost(host: string): boolean {
  const name = readAuthority(host)?.name ?? '';
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function readAuthority(host: string): Authority | undefined {
  const [, ipv6, other, port] = AUTHORITY.exec(host.toLowerCase()) ?? [];
  const name = ipv6 ?? other?.replace(/\.$/, '');
  return name === undefined || name === '' ? undefined : { name, port };
}
