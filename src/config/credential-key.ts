import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '../kernel/kept-secret.js';
import { credentialKeys, type CredentialKey } from './parsers.js';

/**
 * The key of an embedded installation, made on the first call and kept in `credential.key`, readable by its owner only.
 *
 * @throws Error when the file holds something else: a new key would make every sealed password unreadable
 */
export function keptCredentialKey(dataDirectory: string): CredentialKey {
  makeDirectory(dataDirectory);
  const file = join(dataDirectory, 'credential.key');
  const text = keptSecret(file, () => `local:${randomBytes(32).toString('base64')}`);
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
