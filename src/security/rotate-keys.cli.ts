import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSealingConfiguration } from '../config/configuration.js';
import { createDataSource } from '../database/data-source.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { runningPostgresUrl } from '../embedded-postgres/running-postgres.js';
import { KeyRotation, type ColumnRotation } from './key-rotation.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SealedStore } from './sealed-store.js';

const USAGE = `npm run keys:rotate [-- --forget-unreadable <key id>]

Re-encrypts all stored secrets under the first of CREDENTIAL_KEYS. With --forget-unreadable, gives up for good the secrets under that key
that can't be decrypted any more, so that the service starts without it (docs/runbook.md).`;

/** Re-encrypts all stored secrets under the first of CREDENTIAL_KEYS, whether the service runs or not. */
async function main(): Promise<void> {
  const lostKey = readLostKey(process.argv.slice(2));
  const { databaseUrl, dataDirectory, credentialKeys } = readSealingConfiguration(process.env);
  const directory = join(dataDirectory, 'postgres');
  const url = databaseUrl ?? runningPostgresUrl(directory);
  const postgres = url === undefined ? await EmbeddedPostgres.start({ directory }) : undefined;
  try {
    const secrets = new SealedSecrets(credentialKeys);
    const rotations = await rotateOn(url ?? postgres?.url ?? '', secrets, lostKey);
    for (const rotation of rotations) report(rotation, credentialKeys[0].id);
  } finally {
    await postgres?.stop();
  }
}

/** @throws Error that says how to call it */
function readLostKey(parameters: string[]): string | undefined {
  try {
    const options = { 'forget-unreadable': { type: 'string' } } as const;
    return parseArgs({ args: parameters, options }).values['forget-unreadable'];
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

async function rotateOn(url: string, secrets: SealedSecrets, lostKey?: string): Promise<ColumnRotation[]> {
  const dataSource = await createDataSource(url, { poolSize: 1 }).initialize();
  try {
    return await new KeyRotation(new SealedStore(dataSource), secrets).rotate('all', lostKey);
  } finally {
    await dataSource.destroy();
  }
}

function report(rotation: ColumnRotation, keyId: string): void {
  const { holds, rewrapped, current, unreadable, forgotten, remedy } = rotation;
  const counts = `${rewrapped} brought under '${keyId}', ${current} were already`;
  const lost = forgotten.length > 0 ? `, ${forgotten.length} given up` : '';
  process.stdout.write(`${holds}: ${counts}, ${unreadable.length} unreadable${lost}\n`);
  for (const id of forgotten) process.stdout.write(`${holds}: that of ${id} was given up: ${remedy}\n`);
  for (const { id, reason } of unreadable) process.stderr.write(`${holds}: that of ${id}: ${reason}\n`);
  if (unreadable.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
