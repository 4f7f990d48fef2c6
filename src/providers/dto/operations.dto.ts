import { isPlainObject } from '../../kernel/plain-object.js';
import { AgreesWith } from '../../http/wire/spellings.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { stringCheck, textCheck, type WireCheck, type WireFlaw } from '../../http/wire/wire-checks.js';
import { Given, Optional } from '../../http/wire/wire-members.js';
import { textSchema, type WireSchema } from '../../http/wire/wire-schemas.js';
import { readTraits, TraitsMember } from '../../http/wire/wire-traits.js';
import { Checked, IsText, Nested } from '../../http/wire/wire-types.js';
import { Described } from '../../openapi/members.js';
import { isZoneName, PROVIDER_TYPES, type ProviderType, type Tenant } from '../provider.js';
import { MAX_ENDPOINT_LENGTH, readEndpoint, type Registration } from '../registration.js';

const MAX_NAME_LENGTH = 255;
const DEFAULT_USER_DOMAIN = 'Default';
const DEFAULT_ZONE = 'default';

const isName = textCheck(MAX_NAME_LENGTH);

/** A tenant by its id, its name or both; a bare text is its name. */
type WireTenant = string | { readonly id?: string | null; readonly name?: string | null } | null;

const checkType: WireCheck = (value) =>
  readType(value) ? undefined : flaw(`must be one of ${PROVIDER_TYPES.join(', ')}`);

const checkEndpoint = stringCheck(
  `must be an http or https URL of at most ${MAX_ENDPOINT_LENGTH} characters without a user name`,
  (text) => readEndpoint(text) !== undefined,
);

const checkZone = stringCheck(
  `must be a string of 1 to ${MAX_NAME_LENGTH} characters without control characters`,
  isZoneName,
);

/** Clients that have no region send an empty one. */
const checkRegion: WireCheck = (value) => (value === '' ? undefined : checkZone(value));

const checkTenant: WireCheck = (value) => {
  if (typeof value === 'string') return checkName(value);
  if (!isPlainObject(value)) return flaw('must be an object with id or name, or a name');
  return within('id', checkName(value.id)) ?? within('name', checkName(value.name));
};

const checkName: WireCheck = (value) => (isAbsent(value) ? undefined : isName(value));

const TYPE_SCHEMA: WireSchema = {
  type: 'string',
  pattern: `^(${PROVIDER_TYPES.map(anyCase).join('|')})$`,
};

const ENDPOINT_SCHEMA: WireSchema = {
  type: 'string',
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
  maxLength: MAX_ENDPOINT_LENGTH,
};

const NAME_SCHEMA: WireSchema = { type: 'string', maxLength: MAX_NAME_LENGTH };

const TENANT_SCHEMA: WireSchema = {
  anyOf: [
    NAME_SCHEMA,
    {
      type: 'object',
      properties: {
        id: { ...NAME_SCHEMA, description: 'Id of the project.' },
        name: { ...NAME_SCHEMA, description: 'Name of the project.' },
      },
    },
  ],
};

const IsTenant = () => Checked(checkTenant, { members: ['id', 'name'], schema: TENANT_SCHEMA });

@Described({ description: 'Traits of the platform that a discovery does not find.' })
export class ProviderTraits extends TraitsMember {
  @ApiProperty({ description: 'Architecture of its processors; `x86` equals `x86_64`.', default: 'x86' })
  declare cpuArchitecture?: string | null;

  @ApiProperty({ description: 'Sort of storage.', default: 'volume' }) declare typeOfStorage?: string | null;

  @ApiProperty({ description: 'Whether its storage supports RDMA.', default: false })
  declare rdmaSupported?: boolean | string | null;
}

/** The body of `POST /add-provider`. */
export class AddProviderRequest {
  @Given(
    `${PROVIDER_TYPES.join(', ')}, in any case. Only \`openstack\` and \`simulated\` may have a driver.`,
    Checked(checkType, { schema: TYPE_SCHEMA }),
  )
  'provider-type'!: string;

  @Given(
    'Its http(s) address, such as that of Keystone; without a user name or password in it.',
    Checked(checkEndpoint, { schema: ENDPOINT_SCHEMA }),
  )
  endpoint!: string;

  @Given('User name for the login.', IsText(MAX_NAME_LENGTH)) username!: string;
  @Given({ description: 'Kept sealed; never returned.', format: 'password' }, IsText()) password!: string;

  @Optional('Its region, for platforms that have several.', Checked(checkRegion, { schema: NAME_SCHEMA }))
  region?: string | null;

  @Optional(
    'The zone it serves; by default its region, else `default`.',
    Checked(checkZone, { schema: textSchema(MAX_NAME_LENGTH) }),
  )
  zone?: string | null;

  @Optional(
    'The project whose quota is drawn on, by id, name or both; a bare string is its name.',
    IsTenant(),
  )
  tenant?: WireTenant;

  /** What OpenStack calls the tenant today. */
  @Optional('The same as `tenant`, from which it must not differ.', IsTenant(), AgreesWith('tenant'))
  project?: WireTenant;

  @Optional(
    { description: 'Domain of the user.', default: DEFAULT_USER_DOMAIN },
    Checked(checkName, { schema: NAME_SCHEMA }),
  )
  'user-domain-name'?: string | null;

  @IsOptional() @Nested(() => ProviderTraits) traits?: ProviderTraits | null;
}

/** What a checked body asks for, with the defaults filled in. */
export function readRegistration(body: AddProviderRequest): Registration {
  const region = body.region || undefined;
  return {
    type: checked(readType(body['provider-type'])),
    zoneId: body.zone ?? region ?? DEFAULT_ZONE,
    endpoint: checked(readEndpoint(body.endpoint)),
    username: body.username,
    password: body.password,
    region,
    tenant: readTenant(body.tenant ?? body.project),
    userDomainName: body['user-domain-name'] || DEFAULT_USER_DOMAIN,
    // Anything absent is left to what the platform says, then to the defaults.
    traits: body.traits ? readTraits(body.traits) : {},
  };
}

function readType(value: unknown): ProviderType | undefined {
  return typeof value === 'string' ? PROVIDER_TYPES.find((type) => type === value.toLowerCase()) : undefined;
}

function anyCase(name: string): string {
  return [...name].map((letter) => `[${letter.toUpperCase()}${letter}]`).join('');
}

function readTenant(tenant: WireTenant | undefined): Tenant {
  if (typeof tenant === 'string') return { name: tenant || undefined };
  return { id: tenant?.id || undefined, name: tenant?.name || undefined };
}

function checked<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a provider was read that nobody checked');
  return value;
}

function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

function flaw(detail: string): WireFlaw {
  return { path: [], detail };
}

function within(member: string, found: WireFlaw | undefined): WireFlaw | undefined {
  return found && { path: [member, ...found.path], detail: found.detail };
}
