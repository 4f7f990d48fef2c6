import { DomainError } from '../kernel/domain-error.js';
import type { Traits } from '../kernel/traits.js';
import type { ProviderState, ProviderType, Tenant } from './provider.js';

/** What add-provider asks for, read and completed by its defaults. */
export interface Registration {
  readonly type: ProviderType;
  readonly zoneId: string;
  /** In the one spelling that `readEndpoint` gives. */
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  readonly region?: string;
  readonly tenant: Tenant;
  readonly userDomainName: string;
  /** What the operator says of the platform; it goes before what the platform says itself. */
  readonly traits: Partial<Traits>;
}

export interface Registered {
  readonly providerId: string;
  readonly state: ProviderState;
}

export const LONGEST_ENDPOINT = 2048;

/**
 * Brings an endpoint into one spelling, so that the same platform is recognised whichever way its address is
 * written: scheme and host in lower case, no default port, no slash at the end. Undefined for what is no http(s)
 * address, and for one that carries a user name or password, which would be stored and shown in the clear.
 */
export function readEndpoint(text: string): string | undefined {
  if (text.length > LONGEST_ENDPOINT || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

/** PostgreSQL's index entries are a third of a page at most: 2704 bytes, their overhead included. */
const LONGEST_KEY_BYTES = 2600;

/**
 * Each member of the key may be long, but not all of them at once.
 *
 * @throws DomainError when the database could not tell such a provider from another
 */
export function checkKeyLength({ endpoint, zoneId, region = '', tenant }: Registration): void {
  const key = [endpoint, zoneId, region, tenant.id ?? '', tenant.name ?? ''].join('');
  if (Buffer.byteLength(key, 'utf8') <= LONGEST_KEY_BYTES) return;
  const limit = `${LONGEST_KEY_BYTES} bytes`;
  throw DomainError.invalidField(
    ['endpoint'],
    `must not exceed ${limit} together with zone, region and tenant`,
  );
}
