import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialKeys, type CredentialKey } from './parsers.js';

/**
 * The key of an embedded installation, made on the first call and kept in `credential.key`, readable by its owner only.
 *
 * @throws Error when the file holds something else: a new key would make every sealed password unreadable
 */
export function keptCredentialKey(dataDirectory: string): CredentialKey {
  makeDirectory(dataDirectory);
  const file = join(dataDirectory, 'credential.key');
  const text = readIfPresent(file) ?? makeKey(file);
  try {
    return credentialKeys(text)[0];
  } catch (error) {
    throw new Error(`${file} does not hold a key: restore it, or delete it and register the providers anew`, {
      cause: error,
    });
  }
}

/** @throws Error that names the variable to change */
function makeDirectory(dataDirectory: string): void {
  try {
    mkdirSync(dataDirectory, { recursive: true });
  } catch (error) {
    throw new Error(
      `DATA_DIR: expected a directory, or a path where one can be made, got '${dataDirectory}'`,
      {
        cause: error,
      },
    );
  }
}

/** Written aside and linked into place: never half a key, and of two starts at once both get the first one's. */
function makeKey(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `local:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
