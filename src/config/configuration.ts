import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import { keptCredentialKey } from './credential-key.js';
import { KEYS_EXPECTED, type CredentialKey } from './parsers.js';
import { SETTINGS, type Setting, type SettingKey } from './settings.js';

export type { CredentialKey } from './parsers.js';

/** Limits the operator sets; absent ones are off. Times in seconds. */
export interface Policies {
  readonly maxReservationSeconds?: number;
  readonly maxStartAheadSeconds?: number;
  readonly maxEndAheadSeconds?: number;
  readonly defaultExpirySeconds?: number;
  /** The most a tenant may hold in a zone at any instant, per class. */
  readonly tenantLimits?: ReadonlyMap<ResourceClass, number>;
}

/** Which database to use, and with how many connections: all that a migration needs to know. */
export interface DatabaseConfiguration {
  /** Unset: the embedded PostgreSQL, kept in `dataDirectory`. */
  readonly databaseUrl?: string;
  readonly databasePool: number;
  /** Absolute. */
  readonly dataDirectory: string;
}

/** The environment, read and checked once. Abstract, so that it serves as its own injection token. */
export abstract class Configuration implements DatabaseConfiguration {
  abstract readonly port: number;
  abstract readonly host: string;
  /** `none`: not to be asked by other processes. */
  abstract readonly peerHost?: string;
  abstract readonly databaseUrl?: string;
  abstract readonly databasePool: number;
  abstract readonly dataDirectory: string;
  abstract readonly demo: boolean;
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
  abstract readonly notificationRetentionDays: number;
  /** Canonical CIDRs. */
  abstract readonly providerAllowedNetworks: readonly string[];
  /** Between two looks at a platform that answers. */
  abstract readonly rediscoverSeconds: number;
  abstract readonly reconcileSeconds: number;
  abstract readonly policies: Policies;
  abstract readonly endApproachingLeadSeconds: number;
  /** Requests under way in this process. */
  abstract readonly requestLimit: number;
  /** Admissions that may wait, per zone. */
  abstract readonly queueLimit: number;
  abstract readonly simulatedBootMilliseconds: number;
  /** 0: never. */
  abstract readonly ledgerAuditSeconds: number;
  abstract readonly foldCheckSeconds: number;
  abstract readonly drainSeconds: number;
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
  if (!isEmbedded && !values.credentialKeys) {
    throw new Error(`CREDENTIAL_KEYS must be set along with DATABASE_URL: expected ${KEYS_EXPECTED}`);
  }
  return {
    ...values,
    ...database,
    demo: values.demo === undefined ? isEmbedded : values.demo === 'on',
    drainSeconds: values.drainSeconds ?? (isEmbedded ? 0 : 1),
    customClasses: values.customClasses ?? new Map<ResourceClass, number>(),
    credentialKeys: values.credentialKeys ?? [keptCredentialKey(database.dataDirectory)],
    callbackAllowedNetworks: values.callbackAllowedNetworks ?? [],
    providerAllowedNetworks: values.providerAllowedNetworks ?? [],
    policies: {
      maxReservationSeconds: values.maxReservationSeconds,
      maxStartAheadSeconds: values.maxStartAheadSeconds,
      maxEndAheadSeconds: values.maxEndAheadSeconds,
      defaultExpirySeconds: values.defaultExpirySeconds,
      tenantLimits: values.tenantLimits,
    },
  };
}

/** The part a migration needs, which can so be run without the keys. Throws like `readConfiguration`. */
export function readDatabaseConfiguration(env: NodeJS.ProcessEnv): DatabaseConfiguration {
  return databaseOf(readValues(env, ['databaseUrl', 'databasePool', 'dataDirectory']));
}

function databaseOf(values: Pick<Values, keyof DatabaseConfiguration>): DatabaseConfiguration {
  const { databaseUrl, databasePool, dataDirectory } = values;
  return { databaseUrl, databasePool, dataDirectory: resolve(dataDirectory) };
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
