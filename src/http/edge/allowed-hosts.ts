import { isIP } from 'node:net';

const MAX_REMEMBERED = 64;
const AUTHORITY = /^(?:\[([\da-f:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/i;

interface Authority {
  readonly name: string;
  /** As a browser writes it in `Origin`, without the scheme. */
  readonly text: string;
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
    const { host: ofOrigin } = new URL(origin);
    return ofOrigin === host?.toLowerCase() || this.listed.has(ofOrigin);
  }

  private allows({ name, text }: Authority): boolean {
    if (this.listed.has('*') || isIP(name) > 0 || name === 'localhost') return true;
    return this.listed.has(name) || this.listed.has(text);
  }
}

/** Whether a value of `Host` names this machine to itself. */
export function isLoopbackHost(host: string): boolean {
  const name = readAuthority(host)?.name ?? '';
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function readAuthority(host: string): Authority | undefined {
  const text = host.toLowerCase();
  const [, ipv6, other] = AUTHORITY.exec(text) ?? [];
  const name = ipv6 ?? other?.replace(/\.$/, '');
  return name === undefined || name === '' ? undefined : { name, text };
}
