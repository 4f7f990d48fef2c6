import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUILT_IN_CLASSES, type ResourceClass } from '../kernel/resource-amounts.js';
import type { TenantLimits } from '../kernel/tenant-limits.js';
import { keptCredentialKey } from './credential-key.js';
import { isLoopback } from '../kernel/host-and-port.js';
import { AUTH_EXPECTED, type AuthMethod, type Grant, type RateLimit } from './access-parsers.js';
import { KEYS_EXPECTED, type CredentialKey } from './parsers.js';
import { SETTINGS, type Setting, type SettingKey } from './settings.js';
import { requireKnownClasses } from './tenant-limits-parser.js';

export type { AuthMethod, RateLimit } from './access-parsers.js';
export type { CredentialKey } from './parsers.js';

/** Limits the operator sets; absent ones are off. Times in seconds. */
export interface Policies {
  readonly maxReservationSeconds?: number;
  readonly maxStartAheadSeconds?: number;
  readonly maxEndAheadSeconds?: number;
  readonly defaultExpirySeconds?: number;
  /** Longest hold. */
  readonly maxHoldSeconds: number;
  /** The most reservations that a caller may have on hold in a zone. */
  readonly maxHolds: number;
  /** The most reservations of a caller that may wait for capacity in a zone. */
  readonly maxWaits: number;
  /** The most a tenant may hold in a zone at any instant, per class. */
  readonly tenantLimits?: TenantLimits;
  readonly tenantLimitsAllZones?: TenantLimits;
  /** The largest amount of each class in a request. */
  readonly largestAmounts: ReadonlyMap<ResourceClass, number>;
}

/** Where a certificate and its key are, in PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Which database to use, and with how many connections: all that a migration needs to know. */
export interface DatabaseConfiguration {
  /** Unset: the embedded PostgreSQL, kept in `dataDirectory`. */
  readonly databaseUrl?: string;
  readonly databasePool: number;
  /** Where the timeouts of statements and locks are set. */
  readonly databaseSettings: 'connection' | 'role';
  /** Absolute. */
  readonly dataDirectory: string;
}

/** What opens stored secrets: all that a change of their keys needs to know. */
export interface SealingConfiguration extends DatabaseConfiguration {
  /** At least one; the first seals, all open. */
  readonly credentialKeys: readonly CredentialKey[];
}

/** The environment, read and checked once. Abstract, so that it serves as its own injection token. */
export abstract class Configuration implements SealingConfiguration {
  abstract readonly port: number;
  abstract readonly host: string;
  /** In lower case; `*` stands for all. */
  abstract readonly allowedHosts: readonly string[];
  abstract readonly tls?: TlsFiles;
  /** Canonical CIDRs. */
  abstract readonly trustedProxies: readonly string[];
  abstract readonly databaseUrl?: string;
  abstract readonly databasePool: number;
  abstract readonly databaseSettings: 'connection' | 'role';
  abstract readonly dataDirectory: string;
  abstract readonly demo: boolean;
  /** Whether `/console` answers. */
  abstract readonly console: boolean;
  /** Canonical CIDRs, disjoint. */
  abstract readonly publicIpRanges: readonly string[];
  /** Class → the largest amount one request may carry. */
  abstract readonly customClasses: ReadonlyMap<ResourceClass, number>;
  /** At least one; the first seals, all open. */
  abstract readonly credentialKeys: readonly CredentialKey[];
  abstract readonly vimId: string;
  abstract readonly callbackDefaultUri?: string;
  /** Canonical CIDRs. */
  abstract readonly callbackAllowedNetworks: readonly string[];
  /** The pause after each failed attempt; not empty. */
  abstract readonly callbackRetrySeconds: readonly number[];
  abstract readonly callbackTimeoutMilliseconds: number;
  abstract readonly callbackSecretOverlapSeconds: number;
  abstract readonly callbackChallenge: 'on' | 'off';
  abstract readonly subscriptionsPerTenant: number;
  /** Per scheme, host and port of a receiver. */
  abstract readonly subscriptionsPerOrigin: number;
  abstract readonly notificationRetentionDays: number;
  /** Canonical CIDRs. */
  abstract readonly providerAllowedNetworks: readonly string[];
  /** Poll interval of a platform that answers. */
  abstract readonly rediscoverSeconds: number;
  abstract readonly reconcileSeconds: number;
  abstract readonly policies: Policies;
  abstract readonly endApproachingLeadSeconds: number;
  /** Requests under way in this process. */
  abstract readonly requestLimit: number;
  abstract readonly requestLimitPerAddress: number;
  /** Admissions that may wait, per zone. */
  abstract readonly queueLimit: number;
  /** Requests that take long, under way in this process. */
  abstract readonly heavyRequestLimit: number;
  abstract readonly simulatedBootMilliseconds: number;
  /** 0: never. */
  abstract readonly ledgerAuditSeconds: number;
  abstract readonly foldCheckSeconds: number;
  abstract readonly drainSeconds: number;
  /** Empty: every caller may do everything. */
  abstract readonly auth: readonly AuthMethod[];
  abstract readonly bootstrapKey?: string;
  /** Not empty with `oidc`. */
  abstract readonly oidcIssuers: readonly string[];
  abstract readonly oidcAudience: string;
  abstract readonly oidcTenantClaim: string;
  abstract readonly oidcRoleClaim: string;
  abstract readonly oidcRoles: ReadonlyMap<string, Grant>;
  /** Set with `keystone`. */
  abstract readonly keystoneUrl?: string;
  abstract readonly keystoneRoles: ReadonlyMap<string, Grant>;
  abstract readonly rateLimit?: RateLimit;
  abstract readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

type Parsed<S> = S extends Setting<infer T> ? (S extends { fallback: string } ? T : T | undefined) : never;
type Values = { readonly [K in SettingKey]: Parsed<(typeof SETTINGS)[K]> };

/**
 * Reads and checks all variables. When the database is embedded and no key is given, makes one and keeps it.
 *
 * @throws Error naming each variable that is wrong and what is expected of it
 */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const values = readValues(env, Object.keys(SETTINGS) as SettingKey[]);
  const database = databaseOf(values);
  const isEmbedded = database.databaseUrl === undefined;
  const customClasses = values.customClasses ?? new Map<ResourceClass, number>();
  const largestAmounts = new Map([...BUILT_IN_CLASSES, ...customClasses]);
  for (const key of ['tenantLimits', 'tenantLimitsAllZones'] as const) {
    requireKnownClasses(SETTINGS[key].name, values[key], largestAmounts);
  }
  const credentialKeys = credentialKeysOf(values, database);
  return {
    ...values,
    ...database,
    allowedHosts: values.allowedHosts ?? [],
    tls: tlsFiles(values),
    trustedProxies: values.trustedProxies ?? [],
    requestLimitPerAddress: values.requestLimitPerAddress ?? threeQuarters(values.requestLimit),
    demo: values.demo === undefined ? isEmbedded : values.demo === 'on',
    console: values.console === 'on',
    drainSeconds: values.drainSeconds ?? (isEmbedded ? 0 : 1),
    customClasses,
    credentialKeys,
    auth: authOf(values, isEmbedded),
    oidcIssuers: values.oidcIssuers ?? [],
    callbackAllowedNetworks: values.callbackAllowedNetworks ?? [],
    providerAllowedNetworks: values.providerAllowedNetworks ?? [],
    policies: {
      maxReservationSeconds: values.maxReservationSeconds,
      maxStartAheadSeconds: values.maxStartAheadSeconds,
      maxEndAheadSeconds: values.maxEndAheadSeconds,
      defaultExpirySeconds: values.defaultExpirySeconds,
      maxHoldSeconds: values.maxHoldSeconds,
      maxHolds: values.maxHolds,
      maxWaits: values.maxWaits,
      tenantLimits: values.tenantLimits,
      tenantLimitsAllZones: values.tenantLimitsAllZones,
      largestAmounts,
    },
  };
}

function tlsFiles({ tlsCertFile, tlsKeyFile }: Pick<Values, 'tlsCertFile' | 'tlsKeyFile'>) {
  if (tlsCertFile !== undefined && tlsKeyFile !== undefined) {
    return { certificate: resolve(tlsCertFile), key: resolve(tlsKeyFile) };
  }
  if (tlsCertFile === tlsKeyFile) return undefined;
  throw new Error('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
}

/** At least one. */
function threeQuarters(limit: number): number {
  return Math.max(1, Math.floor((limit * 3) / 4));
}

/** The part a migration needs, which can so be run without the keys. Throws like `readConfiguration`. */
export function readDatabaseConfiguration(env: NodeJS.ProcessEnv): DatabaseConfiguration {
  return databaseOf(readValues(env, ['databaseUrl', 'databasePool', 'databaseSettings', 'dataDirectory']));
}

/** The part that a change of the keys needs. Throws like `readConfiguration`. */
export function readSealingConfiguration(env: NodeJS.ProcessEnv): SealingConfiguration {
  const values = readValues(env, [
    'databaseUrl',
    'databasePool',
    'databaseSettings',
    'dataDirectory',
    'credentialKeys',
  ]);
  const database = databaseOf(values);
  return { ...database, credentialKeys: credentialKeysOf(values, database) };
}

function credentialKeysOf(
  { credentialKeys }: Pick<Values, 'credentialKeys'>,
  { databaseUrl, dataDirectory }: DatabaseConfiguration,
): readonly CredentialKey[] {
  if (credentialKeys) return credentialKeys;
  if (databaseUrl === undefined) return [keptCredentialKey(dataDirectory)];
  throw new Error(`CREDENTIAL_KEYS must be set along with DATABASE_URL: expected ${KEYS_EXPECTED}`);
}

/** A service that others can reach, or whose data others have, is open only if the operator says so. */
function authOf(values: AuthValues, isEmbedded: boolean): readonly AuthMethod[] {
  const { auth, host } = values;
  if (auth) return complete(auth, values);
  if (isEmbedded && isLoopback(host)) return [];
  const along = isEmbedded ? `a HOST that others can reach (${host})` : 'DATABASE_URL';
  throw new Error(
    `AUTH must be set along with ${along}: expected ${AUTH_EXPECTED}; with keys, BOOTSTRAP_KEY or ` +
      "'npm run keys:create' gives the first one",
  );
}

type AuthValues = Pick<Values, 'auth' | 'host' | 'oidcIssuers' | 'keystoneUrl'>;

/** The methods, if each has the settings that it needs. */
function complete(
  auth: readonly AuthMethod[],
  { oidcIssuers, keystoneUrl }: AuthValues,
): readonly AuthMethod[] {
  if (auth.includes('oidc') && !oidcIssuers) throw new Error('OIDC_ISSUERS must be set along with AUTH=oidc');
  if (auth.includes('keystone') && keystoneUrl === undefined) {
    throw new Error('KEYSTONE_URL must be set along with AUTH=keystone');
  }
  return auth;
}

function databaseOf(values: Pick<Values, keyof DatabaseConfiguration>): DatabaseConfiguration {
  const { databaseUrl, databasePool, databaseSettings, dataDirectory } = values;
  return { databaseUrl, databasePool, databaseSettings, dataDirectory: resolve(dataDirectory) };
}

function readValues<K extends SettingKey>(env: NodeJS.ProcessEnv, keys: readonly K[]): Pick<Values, K> {
  const complaints: string[] = [];
  const values = keys.map((key) => {
    const setting: Setting<unknown> = SETTINGS[key];
    try {
      return [key, readSetting(setting, env)];
    } catch (error) {
      complaints.push((error as Error).message);
      return [key, undefined];
    }
  });
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return Object.fromEntries(values) as Pick<Values, K>;
}

function readSetting(setting: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const given = setting.secret ? secretText(setting.name, env) : textOf(env, setting.name);
  const text = given ?? setting.fallback;
  if (text === undefined) return undefined;
  try {
    return setting.parse(text);
  } catch (error) {
    const got = setting.secret ? '' : `, got '${text}'`;
    throw new Error(`${setting.name}: expected ${(error as Error).message}${got}`, { cause: error });
  }
}

/** A secret may come as a file, so that it shows neither in the environment nor in a process listing. */
function secretText(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const direct = textOf(env, name);
  const file = textOf(env, `${name}_FILE`);
  if (file === undefined) return direct;
  if (direct !== undefined) throw new Error(`${name} and ${name}_FILE are both set: expected one of them`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE: expected a file that can be read, got '${file}'`, { cause: error });
  }
}

/** A variable set to nothing counts as unset: that is how compose files pass on what isn't there. */
function textOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
