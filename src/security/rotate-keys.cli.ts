import { join } from 'node:path';
import { readSealingConfiguration } from '../config/configuration.js';
import { createDataSource } from '../database/data-source.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { runningPostgresUrl } from '../embedded-postgres/running-postgres.js';
import { KeyRotation, type ColumnRotation } from './key-rotation.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SealedStore } from './sealed-store.js';

/** Re-encrypts all stored secrets under the first of CREDENTIAL_KEYS, whether the service runs or not. */
async function main(): Promise<void> {
  const { databaseUrl, dataDirectory, credentialKeys } = readSealingConfiguration(process.env);
  const directory = join(dataDirectory, 'postgres');
  const url = databaseUrl ?? runningPostgresUrl(directory);
  const postgres = url === undefined ? await EmbeddedPostgres.start({ directory }) : undefined;
  try {
    const rotations = await rotateOn(url ?? postgres?.url ?? '', new SealedSecrets(credentialKeys));
    for (const rotation of rotations) report(rotation, credentialKeys[0].id);
  } finally {
    await postgres?.stop();
  }
}

async function rotateOn(url: string, secrets: SealedSecrets): Promise<ColumnRotation[]> {
  const dataSource = await createDataSource(url, { poolSize: 1 }).initialize();
  try {
    return await new KeyRotation(new SealedStore(dataSource), secrets).rotate('all');
  } finally {
    await dataSource.destroy();
  }
}

function report({ holds, rewrapped, current, unreadable }: ColumnRotation, keyId: string): void {
  const counts = `${rewrapped} brought under '${keyId}', ${current} were already`;
  process.stdout.write(`${holds}: ${counts}, ${unreadable.length} unreadable\n`);
  for (const { id, reason } of unreadable) process.stderr.write(`${holds}: that of ${id}: ${reason}\n`);
  if (unreadable.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
