import { DomainError } from '../kernel/domain-error.js';
import type { Traits } from '../kernel/traits.js';
import type { ProviderState, ProviderType, Tenant } from './provider.js';

/** An add-provider request with its defaults. */
export interface Registration {
  readonly type: ProviderType;
  readonly zoneId: string;
  /** Normalized by `readEndpoint`. */
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  readonly region?: string;
  readonly tenant: Tenant;
  readonly userDomainName: string;
  /** Traits from the operator; they override those of the platform. */
  readonly traits: Partial<Traits>;
}

export interface Registered {
  readonly providerId: string;
  readonly state: ProviderState;
}

export const MAX_ENDPOINT_LENGTH = 2048;

/**
 * Normalizes an endpoint, so that different spellings of an address are the same platform: scheme and host in lower
 * case, no default port, no slash at the end. Undefined if it is no http(s) address, or contains a user name or
 * password, which would be stored and shown in the clear.
 */
export function readEndpoint(text: string): string | undefined {
  if (text.length > MAX_ENDPOINT_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

/** PostgreSQL's index entries are a third of a page at most: 2704 bytes, their overhead included. */
const MAX_KEY_BYTES = 2600;

/**
 * Each member of the key may be long, but not all of them at once.
 *
 * @throws DomainError when the key is too long for the unique index
 */
export function checkKeyLength({ endpoint, zoneId, region = '', tenant }: Registration): void {
  const key = [endpoint, zoneId, region, tenant.id ?? '', tenant.name ?? ''].join('');
  if (Buffer.byteLength(key, 'utf8') <= MAX_KEY_BYTES) return;
  const limit = `${MAX_KEY_BYTES} bytes`;
  throw DomainError.invalidField(
    ['endpoint'],
    `must not exceed ${limit} together with zone, region and tenant`,
  );
}
