import { IsOptional } from 'class-validator';
import { isPlainObject, textCheck, type WireCheck, type WireFlaw } from '../../http/wire-checks.js';
import { readTraits, TraitsMember } from '../../http/wire-traits.js';
import { Checked, IsText, Nested } from '../../http/wire-types.js';
import { isZoneName, PROVIDER_TYPES, type ProviderType, type Tenant } from '../provider.js';
import { LONGEST_ENDPOINT, readEndpoint, type Registration } from '../registration.js';

const LONGEST_NAME = 255;
const DEFAULT_USER_DOMAIN = 'Default';
const DEFAULT_ZONE = 'default';

const isName = textCheck(LONGEST_NAME);

/** A tenant by its id, its name or both; a bare text is its name. */
type WireTenant = string | { readonly id?: string | null; readonly name?: string | null } | null;

const checkType: WireCheck = (value) =>
  readType(value) ? undefined : flaw(`must be one of ${PROVIDER_TYPES.join(', ')}`);

const checkEndpoint: WireCheck = (value) =>
  typeof value === 'string' && readEndpoint(value) !== undefined
    ? undefined
    : flaw(`must be an http or https URL of at most ${LONGEST_ENDPOINT} characters without a user name`);

const checkZone: WireCheck = (value) =>
  typeof value === 'string' && isZoneName(value)
    ? undefined
    : flaw(`must be a string of 1 to ${LONGEST_NAME} characters without control characters`);

/** Clients that have no region send an empty one. */
const checkRegion: WireCheck = (value) => (value === '' ? undefined : checkZone(value));

const checkTenant: WireCheck = (value) => {
  if (typeof value === 'string') return checkName(value);
  if (!isPlainObject(value)) return flaw('must be an object with id or name, or a name');
  return within('id', checkName(value.id)) ?? within('name', checkName(value.name));
};

const checkName: WireCheck = (value) => (isAbsent(value) ? undefined : isName(value));

/** The body of `POST /add-provider`. */
export class AddProviderRequest {
  @Checked('isProviderType', checkType)
  'provider-type'!: string;

  @Checked('isEndpoint', checkEndpoint)
  endpoint!: string;

  @IsText(LONGEST_NAME)
  username!: string;

  @IsText()
  password!: string;

  @IsOptional()
  @Checked('isRegion', checkRegion)
  region?: string | null;

  @IsOptional()
  @Checked('isZone', checkZone)
  zone?: string | null;

  @IsOptional()
  @Checked('isTenant', checkTenant, ['id', 'name'])
  tenant?: WireTenant;

  /** What OpenStack calls the tenant today; `tenant` goes before it. */
  @IsOptional()
  @Checked('isTenant', checkTenant, ['id', 'name'])
  project?: WireTenant;

  @IsOptional()
  @Checked('isName', checkName)
  'user-domain-name'?: string | null;

  @IsOptional()
  @Nested(() => TraitsMember)
  traits?: TraitsMember | null;
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
