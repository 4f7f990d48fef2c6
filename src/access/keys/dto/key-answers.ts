import { formatInstant, formatOptional } from '../../../kernel/time-window.js';
import { ROLES } from '../../../kernel/principal.js';
import { Described, Id, OneOf, OPTIONAL, pageSchemaOf, Time, Word, Words } from '../../../openapi/members.js';
import type { ApiKey } from '../api-key.js';
import type { IssuedKey } from '../keys.service.js';

/** A key as reads show it, without its secret. */
@Described({ name: 'Key' })
export class KeyAnswer {
  @Id('Its id.') keyId!: string;
  @Word('Its purpose.') name!: string;
  @OneOf(ROLES, 'Role of its holder.') role!: string;
  @Word('The tenant of a consumer.', OPTIONAL) tenant?: string;
  @Words('A scope.', 'Scopes of a machine; empty for other roles.') scopes!: readonly string[];
  @Time('When it was made.') created!: string;
  @Word('The principal that made it.') createdBy!: string;
  @Time('End of its validity.') expires!: string;
  @Time('Time at which it was revoked; absent if it was not.', OPTIONAL) revoked?: string;
  @Time('When it was last used, in steps of a minute; absent: never.', OPTIONAL) lastUsed?: string;
}

export const KeyPage = pageSchemaOf(KeyAnswer, 'KeyPage');

export class KeyIssued extends KeyAnswer {
  @Word('The key, to be sent as `Authorization: Bearer <key>`. It is not shown again.', { pattern: '^hr_' })
  key!: string;
}

export class KeyRotated extends KeyIssued {
  @Time('End of the time in which the previous secret is also accepted.') previousUntil!: string;
}

export function keyDetails(key: ApiKey): KeyAnswer {
  const { id, name, role, tenant, scopes, createdAt, createdBy, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    keyId: id,
    name,
    role,
    tenant,
    scopes,
    created: formatInstant(createdAt),
    createdBy,
    expires: formatInstant(expiresAt),
    revoked: formatOptional(revokedAt),
    lastUsed: formatOptional(lastUsedAt),
  };
}

export function keyIssued({ key, text }: IssuedKey): KeyIssued {
  return { ...keyDetails(key), key: text };
}

export function keyRotated(issued: IssuedKey): KeyRotated {
  return { ...keyIssued(issued), previousUntil: formatInstant(issued.previousUntil ?? 0) };
}
