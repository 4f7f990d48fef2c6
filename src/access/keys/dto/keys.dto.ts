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
  @ApiProperty({ description: 'What it is for, for people.', required: true })
  @IsOptional()
  @IsText(MAX_NAME_LENGTH)
  name?: string;

  @ApiProperty({ description: 'What its holder may do.', required: true })
  @IsOptional()
  @IsOneOf(ROLES)
  role?: Role;

  @ApiProperty({ description: 'The tenant of a consumer; no other role has one.' })
  @IsOptional()
  @IsText(MAX_NAME_LENGTH)
  tenant?: string;

  @ApiProperty({ description: 'What a machine may do; other roles have none.' })
  @IsOptional()
  @Checked('isScopeList', listCheck(oneOfCheck(SCOPES)), {
    schema: listSchema(oneOfSchema(SCOPES), SCOPES.length),
  })
  scopes?: KeyScope[];

  @ApiProperty({ description: 'Until when it is accepted; by default for 90 days from now on.' })
  @IsOptional()
  @IsWireTime('end')
  expires?: string;
}

/** Body of PATCH /keys/{id}. Absent members stay as they are. */
export class ChangeKeyBody {
  @ApiProperty({ description: 'What it is for, for people.' })
  @IsOmittable()
  @IsText(MAX_NAME_LENGTH)
  name?: string;

  @ApiProperty({ description: 'Until when it is accepted.' })
  @IsOmittable()
  @IsWireTime('end')
  expires?: string;
}

/** Body of POST /keys/{id}/rotate. */
export class RotateKeyBody {
  @ApiProperty({
    description:
      'How long the key before is accepted too, in seconds; by default a day. It ends at its own expiry at the latest.',
    default: DEFAULT_OVERLAP_SECONDS,
  })
  @IsOptional()
  @IsSeconds(MAX_OVERLAP_SECONDS)
  overlapSeconds?: number | string;

  @ApiProperty({
    description: 'Until when the new key is accepted; by default as before. A key that has expired needs it.',
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
