import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabaseConfiguration } from '../../config/configuration.js';
import { createDataSource } from '../../database/data-source.js';
import { EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.js';
import { runningPostgresUrl } from '../../embedded-postgres/running-postgres.js';
import { Transactions } from '../../database/transactions.js';
import { SystemClock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { formatInstant, parseInstant } from '../../kernel/time-window.js';
import { KEY_ROLES, KEY_SCOPES } from './api-key.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { keyRequest, type KeyRequest } from './key-request.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';

const USAGE = `npm run keys:create -- --role <role> [--name <text>] [--tenant <tenant>] [--scope <scope>]… [--expires <time>]

Roles: ${KEY_ROLES.join(', ')}. A consumer needs a tenant, a machine a scope (${KEY_SCOPES.join(', ')}).
By default the key expires in 90 days.`;

/** For a principal that has the database but no key: the audit log names it. */
const PRINCIPAL = { id: 'keys:create', role: 'admin', scopes: [] } as const;

/** Makes an API key in the database, whether the service runs or not, and prints it. */
async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  const { databaseUrl, dataDirectory } = readDatabaseConfiguration(process.env);
  const directory = join(dataDirectory, 'postgres');
  const url = databaseUrl ?? runningPostgresUrl(directory);
  const postgres = url === undefined ? await EmbeddedPostgres.start({ directory }) : undefined;
  try {
    await createOn(url ?? postgres?.url ?? '', request);
  } finally {
    await postgres?.stop();
  }
}

async function createOn(url: string, request: KeyRequest): Promise<void> {
  const dataSource = createDataSource(url, { poolSize: 1, entities: [ApiKeyEntity] });
  await dataSource.initialize();
  try {
    const clock = new SystemClock();
    const keys = new KeysRepository(dataSource.getRepository(ApiKeyEntity));
    const known = { forget: () => undefined };
    const service = new KeysService(keys, known, new Transactions(dataSource), clock);
    const { key, text } = await service.create(request, PRINCIPAL);
    process.stderr.write(`key ${key.id}, ${key.role}, until ${formatInstant(key.expiresAt)}:\n`);
    process.stdout.write(`${text}\n`);
  } finally {
    await dataSource.destroy();
  }
}

/** @throws Error that says how to call it */
function readRequest(parameters: string[]): KeyRequest {
  const text = { type: 'string' } as const;
  const options = { role: text, name: text, tenant: text, expires: text, scope: { ...text, multiple: true } };
  const { values } = parseArgs({ args: parameters, options });
  const role = KEY_ROLES.find((known) => known === values.role);
  const scopes = KEY_SCOPES.filter((scope) => values.scope?.includes(scope));
  const expiresAt = values.expires === undefined ? undefined : parseInstant(values.expires, 'end');
  const isLegal = scopes.length === (values.scope?.length ?? 0);
  if (!role || !isLegal || (values.expires !== undefined && expiresAt === undefined)) throw new Error(USAGE);
  return keyRequest({ name: values.name ?? `${role} key`, role, tenant: values.tenant, scopes, expiresAt });
}

main().catch((error: unknown) => {
  const usage = error instanceof DomainError || error instanceof TypeError ? `\n\n${USAGE}` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${usage}\n`);
  process.exitCode = 1;
});
