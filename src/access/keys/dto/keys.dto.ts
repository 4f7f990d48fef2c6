import { ListParameters } from '../../../http/wire/list-parameters.js';
import { Omittable, Optional } from '../../../http/wire/wire-members.js';
import {
  IsListOf,
  IsOneOf,
  IsSeconds,
  IsText,
  IsWireTime,
  readAmount,
  readEnd,
  required,
} from '../../../http/wire/wire-types.js';
import type { Role, KeyScope } from '../../../kernel/principal.js';
import { ROLES, SCOPES } from '../../../kernel/principal.js';
import type { KeyFilter } from '../key-list.js';
import { keyRequest, MAX_NAME_LENGTH, type KeyChange, type KeyRequest } from '../key-request.js';

const MAX_OVERLAP_SECONDS = 2_592_000;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Body of POST /keys. */
export class CreateKeyBody {
  @Optional({ description: 'Its purpose, for people.', required: true }, IsText(MAX_NAME_LENGTH))
  name?: string;

  @Optional({ description: 'Role of its holder.', required: true }, IsOneOf(ROLES)) role?: Role;
  @Optional('The tenant of a consumer; no other role has one.', IsText(MAX_NAME_LENGTH)) tenant?: string;

  @Optional('Scopes of a machine; other roles have none.', IsListOf(SCOPES)) scopes?: KeyScope[];

  @Optional('End of its validity; by default 90 days from now.', IsWireTime('end')) expires?: string;
}

/** Body of PATCH /keys/{id}. Absent members stay as they are. */
export class ChangeKeyBody {
  @Omittable('Its purpose, for people.', IsText(MAX_NAME_LENGTH)) name?: string;
  @Omittable('End of its validity.', IsWireTime('end')) expires?: string;
}

/** Body of POST /keys/{id}/rotate. */
export class RotateKeyBody {
  @Optional(
    {
      description:
        'Seconds for which the previous secret is also accepted; by default a day. It is never accepted after ' +
        'its own expiry.',
      default: DEFAULT_OVERLAP_SECONDS,
    },
    IsSeconds(MAX_OVERLAP_SECONDS),
  )
  overlapSeconds?: number | string;

  @Optional(
    'End of validity of the new key; by default that of the previous one. Required if the key has expired.',
    IsWireTime('end'),
  )
  expires?: string;
}

/** Query of GET /keys. */
export class KeyListParameters extends ListParameters {
  @Omittable('Those of this tenant; by default of any.', IsText(MAX_NAME_LENGTH)) tenant?: string;
  @Omittable('Those with this role; by default with any.', IsOneOf(ROLES)) role?: Role;
}

/** @throws DomainError `invalid-request` */
export function readKeyRequest({ name, role, tenant, scopes, expires }: CreateKeyBody): KeyRequest {
  return keyRequest({
    name: required(name, 'name'),
    role: required(role, 'role'),
    tenant,
    scopes,
    expiresAt: readExpiry(expires),
  });
}

export function readKeyChange({ name, expires }: ChangeKeyBody): KeyChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(expires === undefined ? {} : { expiresAt: readEnd(expires) }),
  };
}

export function readRotation({ overlapSeconds, expires }: RotateKeyBody) {
  return {
    overlapSeconds: overlapSeconds === undefined ? DEFAULT_OVERLAP_SECONDS : readAmount(overlapSeconds),
    expiresAt: readExpiry(expires),
  };
}

export function keyFilter({ tenant, role }: KeyListParameters): KeyFilter {
  return { tenant, role };
}

function readExpiry(expires: string | undefined): number | undefined {
  return expires === undefined ? undefined : readEnd(expires);
}
