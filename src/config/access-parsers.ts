import { MAX_WEIGHT } from '../kernel/request-weight.js';
import { ROLES, SCOPES, type KeyScope, type Role } from '../kernel/principal.js';
import { integer, listOf, urlOf } from './parsers.js';

const AUTH_METHODS = ['keys', 'oidc', 'keystone'] as const;

/** A way in which callers authenticate. */
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const AUTH_EXPECTED = `none, or a list of ${AUTH_METHODS.join(', ')}`;

/** Empty for `none`. */
export function authMethods(text: string): readonly AuthMethod[] {
  if (text.toLowerCase() === 'none') return [];
  const methods = listOf(text).map((item) => AUTH_METHODS.find((method) => method === item.toLowerCase()));
  const known = methods.filter((method) => method !== undefined);
  if (known.length === 0 || known.length < methods.length) throw new Error(AUTH_EXPECTED);
  return [...new Set(known)];
}

/** Not in the form of an API key, which the service would look up. */
const BOOTSTRAP_KEY = /^(?!hr_)[\x21-\x7e]{32,512}$/;

export function bootstrapKey(text: string): string {
  if (BOOTSTRAP_KEY.test(text)) return text;
  throw new Error('32 to 512 visible ASCII characters that do not begin with hr_');
}

type GrantedRole = Exclude<Role, 'machine'>;

/** The roles that a role of an identity service may stand for, the most first. */
export const GRANTED_ROLES: readonly GrantedRole[] = ROLES.filter((role) => role !== 'machine').toReversed();

/** What a role of an identity service is worth here: a role, or a scope of machines. */
export type Grant = GrantedRole | KeyScope;

const GRANTS: readonly Grant[] = [...GRANTED_ROLES, ...SCOPES];

/** Roles of an identity service, each with what it grants, as `role:grant`. A role may have colons in its name. */
export function grants(text: string): ReadonlyMap<string, Grant> {
  const found = listOf(text).map((item) => {
    const colon = item.lastIndexOf(':');
    const grant = GRANTS.find((known) => known === item.slice(colon + 1));
    if (colon > 0 && grant) return [item.slice(0, colon), grant] as const;
    throw new Error(`role:grant, a grant being one of ${GRANTS.join(', ')}, but '${item}' is not`);
  });
  const granted = new Map(found);
  const again = found.find(([role, grant]) => granted.get(role) !== grant);
  if (again) throw new Error(`one grant for each role, but '${again[0]}' has two`);
  return granted;
}

/** At least one URL. */
export function issuers(text: string): readonly string[] {
  const found = listOf(text).map(urlOf('http', 'https'));
  if (found.length === 0) throw new Error('URLs, separated by commas');
  return found;
}

/** How many requests a principal may send: a rate, and how many at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

const MAX_RATE = 1_000_000;

export function rateLimit(text: string): RateLimit {
  const [perSecond, burst, ...rest] = text.split(':');
  if (burst === undefined || rest.length > 0) throw new Error('rate:burst');
  return { perSecond: integer(1, MAX_RATE)(perSecond), burst: integer(MAX_WEIGHT, MAX_RATE)(burst) };
}
