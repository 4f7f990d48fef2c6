import { parseArgs } from 'node:util';
import { readDatabaseConfiguration } from '../../config/configuration.js';
import type { AuditRecord } from '../../database/audit-record.js';
import { note, runCli, withDatabase } from '../../database/command-line.js';
import { Transactions } from '../../database/transactions.js';
import { SystemClock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { newId } from '../../kernel/identifiers.js';
import { formatInstant, parseInstant } from '../../kernel/time-window.js';
import { ROLES, SCOPES } from '../../kernel/principal.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { keyRequest, type KeyRequest } from './key-request.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService, type IssuedKey } from './keys.service.js';

const USAGE = `npm run keys:create -- --role <role> [--name <text>] [--tenant <tenant>] [--scope <scope>]… [--expires <time>]

Roles: ${ROLES.join(', ')}. A consumer needs a tenant, a machine a scope (${SCOPES.join(', ')}).
By default the key expires in 90 days.`;

/** Stands for a caller that has the database but no key. */
const PRINCIPAL = { id: 'keys:create', role: 'admin', scopes: [] } as const;

/** Makes an API key in the database, whether the service runs or not, and prints it. */
async function main(): Promise<void> {
  const request = readRequest();
  const { key, text } = await withDatabase(
    readDatabaseConfiguration(process.env),
    (dataSource) => {
      const keys = new KeysRepository(dataSource.getRepository(ApiKeyEntity));
      const known = { forget: () => undefined };
      const service = new KeysService(keys, known, new Transactions(dataSource), new SystemClock());
      return service.create(request, PRINCIPAL, (made) => ({ audit: auditRecord(made) }));
    },
    [ApiKeyEntity],
  );
  note(`key ${key.id}, ${key.role}, until ${formatInstant(key.expiresAt)}:`);
  process.stdout.write(`${text}\n`);
}

function auditRecord({ key }: IssuedKey): AuditRecord {
  return {
    id: newId(),
    principal: PRINCIPAL.id,
    tenant: key.tenant,
    operation: PRINCIPAL.id,
    target: key.id,
  };
}

/** @throws DomainError, or the TypeError of `parseArgs`, for parameters that are wrong */
function readRequest(): KeyRequest {
  const text = { type: 'string' } as const;
  const options = { role: text, name: text, tenant: text, expires: text, scope: { ...text, multiple: true } };
  const { values } = parseArgs({ options });
  const role = ROLES.find((known) => known === values.role);
  const scopes = SCOPES.filter((scope) => values.scope?.includes(scope));
  const expiresAt = values.expires === undefined ? undefined : parseInstant(values.expires, 'end');
  if (!role) throw DomainError.invalidField(['--role'], `must be one of ${ROLES.join(', ')}`);
  if (scopes.length < (values.scope?.length ?? 0))
    throw DomainError.invalidField(['--scope'], `must be one of ${SCOPES.join(', ')}`);
  if (values.expires !== undefined && expiresAt === undefined)
    throw DomainError.invalidField(['--expires'], 'must be a time such as 2030-06-01T00:00:00Z');
  return keyRequest({ name: values.name ?? `${role} key`, role, tenant: values.tenant, scopes, expiresAt });
}

runCli(main, USAGE);
