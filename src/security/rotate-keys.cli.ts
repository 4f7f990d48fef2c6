import { parseArgs } from 'node:util';
import { readSealingConfiguration } from '../config/configuration.js';
import { runCli, withDatabase } from '../database/command-line.js';
import { KeyRotation, type ColumnRotation } from './key-rotation.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SealedStore } from './sealed-store.js';

const USAGE = `npm run keys:rotate [-- --forget-unreadable <key id>]

Re-encrypts all stored secrets under the first of CREDENTIAL_KEYS. With --forget-unreadable, gives up for good the secrets under that key
that can't be decrypted any more, so that the service starts without it (docs/runbook.md).`;

/** Re-encrypts all stored secrets under the first of CREDENTIAL_KEYS, whether the service runs or not. */
async function main(): Promise<void> {
  const options = { 'forget-unreadable': { type: 'string' } } as const;
  const { 'forget-unreadable': lostKey } = parseArgs({ options }).values;
  const configuration = readSealingConfiguration(process.env);
  const secrets = new SealedSecrets(configuration.credentialKeys);
  const rotations = await withDatabase(configuration, (dataSource) =>
    new KeyRotation(new SealedStore(dataSource), secrets).rotate('all', lostKey),
  );
  for (const rotation of rotations) report(rotation, configuration.credentialKeys[0].id);
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

runCli(main, USAGE);
