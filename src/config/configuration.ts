import { isLoopback } from '../kernel/host-and-port.js';
import { BUILT_IN_CLASSES, type ResourceClass } from '../kernel/resource-amounts.js';
import { AUTH_EXPECTED, type AuthMethod } from './access-parsers.js';
import { keptCredentialKey } from './credential-key.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import { KEYS_EXPECTED, type CredentialKey } from './parsers.js';
import { POLICY_SETTINGS } from './policy-settings.js';
import { readSettings } from './read-settings.js';
import type { ValuesOf } from './setting.js';
import { SETTINGS } from './settings.js';
import { requireKnownClasses } from './tenant-limits-parser.js';

export type { AuthMethod, RateLimit } from './access-parsers.js';
export type { CredentialKey } from './parsers.js';

/** The operator's limits; those that are `undefined` are off. Times in seconds. */
export type ReservationPolicy = ValuesOf<typeof POLICY_SETTINGS> & {
  /** Largest amount of each class, built-in and custom, in a request. */
  readonly largestAmounts: ReadonlyMap<ResourceClass, number>;
};

/** Where a certificate and its key are, in PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** All that a migration needs to know. */
export type DatabaseConfiguration = ValuesOf<typeof DATABASE_SETTINGS>;

/** What opens stored secrets: all that a change of their keys needs to know. */
export interface SealingConfiguration extends DatabaseConfiguration {
  /** At least one; the first seals, all open. */
  readonly credentialKeys: readonly CredentialKey[];
}

type Values = ValuesOf<typeof SETTINGS>;

/** What follows from several variables. */
interface Derived extends SealingConfiguration {
  readonly tls?: TlsFiles;
  readonly requestLimitPerAddress: number;
  readonly demo: boolean;
  readonly drainSeconds: number;
  /** Empty: every caller may do everything. */
  readonly auth: readonly AuthMethod[];
  /** Not empty with `oidc`. */
  readonly oidcIssuers: readonly string[];
  readonly policies: ReservationPolicy;
}

/** The members of an object type as those of a class. */
const classOf = <T>() => Object as unknown as abstract new () => T;

/**
 * The environment, read and checked once: the value of each of `SETTINGS`, and what follows from several of them. A class,
 * so that it serves as its own injection token.
 */
export abstract class Configuration extends classOf<Omit<Values, keyof Derived> & Derived>() {}

/**
 * Reads and checks all variables. When the database is embedded and no key is given, makes one and keeps it.
 *
 * @throws Error naming each variable that is wrong and what is expected of it
 */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const values = readSettings(env, SETTINGS);
  const isEmbedded = values.databaseUrl === undefined;
  return {
    ...values,
    tls: tlsFiles(values),
    requestLimitPerAddress: values.requestLimitPerAddress ?? threeQuarters(values.requestLimit),
    demo: demoOf(values),
    drainSeconds: values.drainSeconds ?? (isEmbedded ? 0 : 1),
    policies: policiesOf(values),
    credentialKeys: credentialKeysOf(values),
    auth: authOf(values, isEmbedded),
    oidcIssuers: values.oidcIssuers ?? [],
  };
}

/** The part a migration needs, which can so be run without the keys. Throws like `readConfiguration`. */
export function readDatabaseConfiguration(env: NodeJS.ProcessEnv): DatabaseConfiguration {
  return readSettings(env, DATABASE_SETTINGS);
}

/** The part that a change of the keys needs. Throws like `readConfiguration`. */
export function readSealingConfiguration(env: NodeJS.ProcessEnv): SealingConfiguration {
  const values = readSettings(env, { ...DATABASE_SETTINGS, credentialKeys: SETTINGS.credentialKeys });
  return { ...values, credentialKeys: credentialKeysOf(values) };
}

function policiesOf(values: Values): ReservationPolicy {
  const largestAmounts = new Map([...BUILT_IN_CLASSES, ...values.customClasses]);
  for (const key of ['tenantLimits', 'tenantLimitsAllZones'] as const) {
    requireKnownClasses(SETTINGS[key].name, values[key], largestAmounts);
  }
  const keys = Object.keys(POLICY_SETTINGS) as (keyof typeof POLICY_SETTINGS)[];
  const limits = Object.fromEntries(keys.map((key) => [key, values[key]])) as ValuesOf<
    typeof POLICY_SETTINGS
  >;
  return { ...limits, largestAmounts };
}

function tlsFiles({ tlsCertFile, tlsKeyFile }: Values): TlsFiles | undefined {
  if (tlsCertFile !== undefined && tlsKeyFile !== undefined) {
    return { certificate: tlsCertFile, key: tlsKeyFile };
  }
  if (tlsCertFile === tlsKeyFile) return undefined;
  throw new Error('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
}

function demoOf({ demo, databaseUrl, tlsCertFile }: Values): boolean {
  if (tlsCertFile === undefined) return demo ?? databaseUrl === undefined;
  // The service sends itself requests, to an address that its certificate need not name.
  if (demo) throw new Error('DEMO must be off with TLS_CERT_FILE: the demo is set up over plain HTTP');
  return false;
}

/** At least one. */
function threeQuarters(limit: number): number {
  return Math.max(1, Math.floor((limit * 3) / 4));
}

function credentialKeysOf({
  credentialKeys,
  databaseUrl,
  dataDirectory,
}: DatabaseConfiguration & Pick<Values, 'credentialKeys'>): readonly CredentialKey[] {
  if (credentialKeys) return credentialKeys;
  if (databaseUrl === undefined) return [keptCredentialKey(dataDirectory)];
  throw new Error(`CREDENTIAL_KEYS must be set along with DATABASE_URL: expected ${KEYS_EXPECTED}`);
}

/** A service that others can reach, or whose data others have, is open only if the operator says so. */
function authOf(values: Values, isEmbedded: boolean): readonly AuthMethod[] {
  const { auth, host } = values;
  if (auth) return complete(auth, values);
  const method = methodMeant(values);
  if (method === undefined && isEmbedded && isLoopback(host)) return [];
  const along = method ?? (isEmbedded ? `a HOST that others can reach (${host})` : 'DATABASE_URL');
  throw new Error(
    `AUTH must be set along with ${along}: expected ${AUTH_EXPECTED}; with keys, BOOTSTRAP_KEY or ` +
      "'npm run keys:create' gives the first one",
  );
}

/** A setting that has an effect only where callers authenticate: who sets it means to close the service. */
function methodMeant({ bootstrapKey, oidcIssuers, keystoneUrl }: Values): string | undefined {
  if (bootstrapKey !== undefined) return 'BOOTSTRAP_KEY';
  if (oidcIssuers !== undefined) return 'OIDC_ISSUERS';
  return keystoneUrl === undefined ? undefined : 'KEYSTONE_URL';
}

/** The methods, if each has the settings that it needs. */
function complete(auth: readonly AuthMethod[], { oidcIssuers, keystoneUrl }: Values): readonly AuthMethod[] {
  if (auth.includes('oidc') && !oidcIssuers) throw new Error('OIDC_ISSUERS must be set along with AUTH=oidc');
  if (auth.includes('keystone') && keystoneUrl === undefined) {
    throw new Error('KEYSTONE_URL must be set along with AUTH=keystone');
  }
  return auth;
}
