import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ListParameters } from '../../../http/wire/list-parameters.js';
import {
  Checked,
  IsSeconds,
  IsOmittable,
  IsOneOf,
  IsText,
  IsWireTime,
  readAmount,
  readEnd,
  required,
} from '../../../http/wire/wire-types.js';
import { listCheck, oneOfCheck } from '../../../http/wire/wire-checks.js';
import { listSchema, oneOfSchema } from '../../../http/wire/wire-schemas.js';
import type { Role, KeyScope } from '../../../kernel/principal.js';
import { ROLES, SCOPES } from '../../../kernel/principal.js';
import type { KeyFilter } from '../key-list.js';
import { keyRequest, type KeyChange, type KeyRequest } from '../key-request.js';

const MAX_NAME_LENGTH = 255;
const MAX_OVERLAP_SECONDS = 2_592_000;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Body of POST /keys. */
export class CreateKeyBody {
  @ApiProperty({ description: 'Its purpose, for people.', required: true })
  @IsOptional()
  @IsText(MAX_NAME_LENGTH)
  name?: string;

  @ApiProperty({ description: 'Role of its holder.', required: true })
  @IsOptional()
  @IsOneOf(ROLES)
  role?: Role;

  @ApiProperty({ description: 'The tenant of a consumer; no other role has one.' })
  @IsOptional()
  @IsText(MAX_NAME_LENGTH)
  tenant?: string;

  @ApiProperty({ description: 'Scopes of a machine; other roles have none.' })
  @IsOptional()
  @Checked('isScopeList', listCheck(oneOfCheck(SCOPES)), {
    schema: listSchema(oneOfSchema(SCOPES), SCOPES.length),
  })
  scopes?: KeyScope[];

  @ApiProperty({ description: 'End of its validity; by default 90 days from now.' })
  @IsOptional()
  @IsWireTime('end')
  expires?: string;
}

/** Body of PATCH /keys/{id}. Absent members stay as they are. */
export class ChangeKeyBody {
  @ApiProperty({ description: 'Its purpose, for people.' })
  @IsOmittable()
  @IsText(MAX_NAME_LENGTH)
  name?: string;

  @ApiProperty({ description: 'End of its validity.' })
  @IsOmittable()
  @IsWireTime('end')
  expires?: string;
}

/** Body of POST /keys/{id}/rotate. */
export class RotateKeyBody {
  @ApiProperty({
    description:
      'Seconds for which the previous secret is also accepted; by default a day. It is never accepted after ' +
      'its own expiry.',
    default: DEFAULT_OVERLAP_SECONDS,
  })
  @IsOptional()
  @IsSeconds(MAX_OVERLAP_SECONDS)
  overlapSeconds?: number | string;

  @ApiProperty({
    description:
      'End of validity of the new key; by default that of the previous one. Required if the key has expired.',
  })
  @IsOptional()
  @IsWireTime('end')
  expires?: string;
}

/** Query of GET /keys. */
export class KeyListParameters extends ListParameters {
  @ApiProperty({ description: 'Those of this tenant; by default of any.' })
  @IsOmittable()
  @IsText(MAX_NAME_LENGTH)
  tenant?: string;

  @ApiProperty({ description: 'Those with this role; by default with any.' })
  @IsOmittable()
  @IsOneOf(ROLES)
  role?: Role;
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
