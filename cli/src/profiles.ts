import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './failures.js';

/** How to reach a service, and as whom. */
export interface Profile {
  readonly url: string;
  readonly apiKey?: string;
  readonly tenant?: string;
}

export interface ProfilesFile {
  /** The profile that is used when none is named. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';
const EMPTY: ProfilesFile = { current: DEFAULT_PROFILE, profiles: {} };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The XDG directory of configuration, whose relative values are to be ignored. */
export function profilesPath(env: Environment): string {
  const given = env.XDG_CONFIG_HOME;
  const base = given?.startsWith('/') ? given : join(env.HOME || homedir(), '.config');
  return join(base, 'headroom', 'profiles.json');
}

/** @throws UsageError when the profile was named and there is none of that name */
export function readProfile(env: Environment, name: string | undefined): Profile | undefined {
  const { current, profiles } = readProfiles(env);
  return name === undefined ? profiles[current] : named(profiles, name);
}

/** All profiles, and which of them is used when none is named. */
export function readProfiles(env: Environment): ProfilesFile {
  const path = profilesPath(env);
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as unknown;
    if (isProfilesFile(content)) return { ...EMPTY, ...content };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
    throw new UsageError(`${path} can't be read: ${String(error)}`);
  }
  throw new UsageError(`${path} can't be read: it is no file of profiles`);
}

function isProfilesFile(content: unknown): content is Partial<ProfilesFile> {
  if (!isObject(content)) return false;
  const { current = '', profiles = {} } = content;
  return (
    typeof current === 'string' &&
    isObject(profiles) &&
    Object.values(profiles).every((profile) => isObject(profile) && typeof profile.url === 'string')
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stores a profile and makes it the current one. */
export function storeProfile(env: Environment, name: string, profile: Profile): string {
  const { profiles } = readProfiles(env);
  return writeProfiles(env, { current: name, profiles: { ...profiles, [name]: profile } });
}

/**
 * Makes a profile the current one.
 *
 * @throws UsageError when there is none of that name
 */
export function useProfile(env: Environment, name: string): Profile {
  const { profiles } = readProfiles(env);
  const profile = named(profiles, name);
  writeProfiles(env, { current: name, profiles });
  return profile;
}

function named(profiles: ProfilesFile['profiles'], name: string): Profile {
  if (Object.hasOwn(profiles, name)) return profiles[name];
  const known = Object.keys(profiles).join(', ') || 'none';
  throw new UsageError(`there is no profile '${name}' (there are: ${known}): 'headroom login' makes one`);
}

/**
 * The file holds keys, so only its owner may read it.
 *
 * @throws UsageError when it can't be written
 */
function writeProfiles(env: Environment, content: ProfilesFile): string {
  const path = profilesPath(env);
  try {
    replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`${path} can't be written: ${(error as NodeJS.ErrnoException).code}`);
  }
  return path;
}

function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // A rename replaces the file at once, and nothing reads a half of it.
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
