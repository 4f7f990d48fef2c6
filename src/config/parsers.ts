import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { BUILT_IN_CLASSES, INT32_MAX, type ResourceClass } from '../kernel/resource-amounts.js';

/** Turns a variable's text into its value. Throws an `Error` whose message says what is expected. */
export type Parser<T> = (text: string) => T;

/** A key that seals stored secrets: passwords of providers, secrets and tokens of subscriptions, remembered answers. */
export interface CredentialKey {
  /** Kept beside what was sealed with it, so that older keys go on opening. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

export const CLASS_NAME = /^[a-z][a-z0-9-]{0,31}$/;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const KEY_BYTES = 32;

export const KEYS_EXPECTED = 'id:base64 of 32 bytes, several of them separated by commas';

export function integer(least: number, most: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`an integer from ${least} to ${most}`);
  };
}

const MAX_INTEGERS = 32;

/** At least one integer, at most 32, in the order given. */
export function integers(least: number, most: number): Parser<readonly number[]> {
  const one = integer(least, most);
  return (text) => {
    const items = listOf(text);
    const isLegal = items.length > 0 && items.length <= MAX_INTEGERS;
    if (!isLegal) throw new Error(`1 to ${MAX_INTEGERS} integers from ${least} to ${most}`);
    return items.map(one);
  };
}

export function oneOf<T extends string>(...values: readonly T[]): Parser<T> {
  return (text) => {
    const value = values.find((known) => known === text.toLowerCase());
    if (value !== undefined) return value;
    throw new Error(`one of ${values.join(', ')}`);
  };
}

export function onOrOff(text: string): boolean {
  return oneOf('on', 'off')(text) === 'on';
}

/** Absolute. */
export function filePath(text: string): string {
  return resolve(text);
}

export function word(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new Error('1 to 255 printable characters without spaces');
}

/** Of a member of a token, in which its provider may have spaces. */
export function claimName(text: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw new Error('1 to 255 printable characters');
}

/** A URL of one of the given schemes, such as `https`. Without a user: no request of the service would send it. */
export function urlOf(...schemes: readonly string[]): Parser<string> {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && (url.username !== '' || url.password !== ''))
      throw new Error('a URL without a user name and password');
    if (url && schemes.includes(url.protocol.slice(0, -1))) return text;
    throw new Error(`a URL that starts with ${schemes.map((name) => `${name}://`).join(' or ')}`);
  };
}

/** An address that paths are added to. */
export function baseUrl(text: string): string {
  const url = urlOf('http', 'https')(text);
  if (/[?#]/.test(url)) throw new Error('a URL without a query or a fragment');
  return url;
}

const HOST_NAME = /^(?:\*|(?=.{1,253}(?::|$))[a-z\d_-]+(?:\.[a-z\d_-]+)*(?::\d{1,5})?)$/i;

const MAX_PORT = 65_535;

/** Names of hosts, some with a port; `*` stands for all. */
export function hostNames(text: string): string[] {
  return listOf(text).map((name) => {
    const [, port = '0'] = name.split(':');
    if (HOST_NAME.test(name) && Number(port) <= MAX_PORT) return name.toLowerCase();
    throw new Error(`names such as capacity.example or capacity.example:8443, but '${name}' is none`);
  });
}

/** Networks in CIDR notation, in canonical form; a bare address stands for itself alone. */
export function networks(text: string): string[] {
  return listOf(text).map((item) => network(item, 'IPv4 or IPv6'));
}

/** IPv4 networks of which no two overlap. `none` stands for an empty list. */
export function disjointIpv4Networks(text: string): string[] {
  if (text.toLowerCase() === 'none') return [];
  const ranges = listOf(text).map((item) => network(item, 'IPv4'));
  ranges.forEach((range, index) => {
    const other = ranges.slice(0, index).find((earlier) => overlap(range, earlier));
    if (other) throw new Error(`ranges that don't overlap, but ${other} and ${range} do`);
  });
  return ranges;
}

function network(text: string, family: 'IPv4' | 'IPv4 or IPv6'): string {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  const isIpv6 = family !== 'IPv4' && ipaddr.IPv6.isValidCIDR(cidr);
  const isLegal = isIpv6 || ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr);
  if (!isLegal) throw new Error(`${family} networks such as 198.18.0.0/16, but '${text}' is none`);
  const [address, length] = ipaddr.parseCIDR(cidr);
  const parser = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = `${parser.networkAddressFromCIDR(cidr).toString()}/${length}`;
  if (first !== `${address.toString()}/${length}`)
    throw new Error(`a network's first address: ${first}, not ${text}`);
  return first;
}

function overlap(one: string, other: string): boolean {
  const [a, lengthA] = ipaddr.IPv4.parseCIDR(one);
  const [b, lengthB] = ipaddr.IPv4.parseCIDR(other);
  return a.match(b, Math.min(lengthA, lengthB));
}

/** Additional resource classes, each with the largest amount one request may carry. */
export function customClasses(text: string): ReadonlyMap<ResourceClass, number> {
  const classes = new Map<ResourceClass, number>();
  for (const item of listOf(text)) {
    const [name, most, ...rest] = item.split(':');
    if (!CLASS_NAME.test(name) || rest.length > 0) {
      throw new Error(`name or name:max, a name being up to 32 of a-z, 0-9 and '-', but '${item}' is not`);
    }
    // Amounts are plain objects keyed by class: a name that every object has would be found in all of them.
    const isTaken = BUILT_IN_CLASSES.has(name) || classes.has(name) || name in {};
    if (isTaken) throw new Error(`names that are still free, but '${name}' is not`);
    classes.set(name, most === undefined ? INT32_MAX : integer(1, INT32_MAX)(most));
  }
  return classes;
}

/** Keys as `id:base64`, the first of which seals. The complaint never repeats any of the text. */
export function credentialKeys(text: string): readonly CredentialKey[] {
  const keys = listOf(text).map((item) => {
    const [id, encoded = '', ...rest] = item.split(':');
    const key = Buffer.from(encoded, 'base64');
    const isWhole = key.toString('base64') === encoded && key.length === KEY_BYTES && rest.length === 0;
    if (!KEY_ID.test(id) || !isWhole) throw new Error(KEYS_EXPECTED);
    return { id, key };
  });
  if (keys.length === 0) throw new Error(KEYS_EXPECTED);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('keys with different ids');
  return keys;
}

export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
