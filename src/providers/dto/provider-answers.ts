import { maskedAddress } from '../../kernel/masked-address.js';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import {
  Always,
  Amounts,
  Described,
  Flag,
  Id,
  Member,
  OneOf,
  OPTIONAL,
  pageSchemaOf,
  Part,
  Parts,
  Time,
  Whole,
  Word,
} from '../../openapi/members.js';
import type { ClassDrift } from '../drift.js';
import { PROVIDER_STATES, PROVIDER_TYPES } from '../provider.js';
import type { ProviderView } from '../providers.overview.js';
import type { Registered } from '../registration.js';

const STATES =
  "`pending`: its platform can't be reached at present; `error`: its platform refuses the service; " +
  '`retired`: it is out of service.';

export class ProviderAdded {
  @Always('ok') result!: string;
  @Id('Its id.') 'provider-id'!: string;
  @OneOf(['pending', 'active'], STATES) state!: string;
  @Word('States whether its platform could be reached.') message!: string;
}

class ProviderTenant {
  @Word('Id of the project.', OPTIONAL) id?: string;
  @Word('Name of the project.', OPTIONAL) name?: string;
}

/** Declared capacity of a resource class, beside the platform's quota. */
@Described({ name: 'ClassDrift' })
class ClassDriftAnswer {
  @Whole('The total declared now.') declared!: number;
  @Whole('The largest total declared at any instant from now on.') peak!: number;
  @Whole("The platform's quota; absent: unlimited or unknown.", OPTIONAL) limit?: number;
  @Whole('By how much the peak exceeds the quota.') beyond!: number;
}

class KnownTraits {
  @Word('Architecture of its processors.', OPTIONAL) cpuArchitecture?: string;
  @Word('Sort of storage.', OPTIONAL) typeOfStorage?: string;
  @Flag('Whether its storage supports RDMA.', OPTIONAL) rdmaSupported?: boolean;
}

/** A provider in a list: without what its platform offers, which may be long. */
@ApiExtraModels(ClassDriftAnswer)
export class ProviderSummary {
  @Id('Its id.') providerId!: string;
  @OneOf(PROVIDER_TYPES, 'What sort of platform it is.') providerType!: string;
  @Word('Its address; the values of a query are masked.') endpoint!: string;
  @Word('User name of the login.') username!: string;
  @Word('Its region.', OPTIONAL) region?: string;
  @Part(ProviderTenant, 'The project whose quota is drawn on.') tenant!: ProviderTenant;
  @Word('Domain of the user.', OPTIONAL) userDomainName?: string;
  @Word('The zone it serves.') zone!: string;
  @OneOf(PROVIDER_STATES, STATES) state!: string;
  @Word('The reason why the last discovery failed.', OPTIONAL) lastError?: string;

  @Time(
    'Time of the first failed discovery since the last successful one; absent if the last one succeeded.',
    OPTIONAL,
  )
  failingSince?: string;

  @Time('Time of the last discovery.', OPTIONAL) lookedAt?: string;

  @Member({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ClassDriftAnswer) },
    description:
      'For each resource class that is declared or that the platform limits: the declared capacity beside the ' +
      'quota.',
  })
  drift!: object;

  @Part(KnownTraits, 'Traits that an operator has given take precedence over those that a discovery finds.')
  traits!: object;
  @Time('When it was registered.', OPTIONAL) createdAt?: string;
  @Time('When it last changed.', OPTIONAL) updatedAt?: string;
}

export const ProviderPage = pageSchemaOf(ProviderSummary, 'ProviderPage');

class Flavor {
  @Word('Its id on the platform.', OPTIONAL) id?: string;
  @Word('Its name.', OPTIONAL) name?: string;
  @Whole('Cores.', OPTIONAL) cores?: number;
  @Whole('Memory in MB.', OPTIONAL) ram?: number;
  @Whole('Disk in GB.', OPTIONAL) gigabytes?: number;
}

@Described({ name: 'Provider' })
export class ProviderAnswer extends ProviderSummary {
  @Parts(Flavor, 'The sizes of instances its platform offers; empty until it was reached.')
  flavors!: readonly object[];

  @Amounts("The platform's quota; a class that is absent is unlimited or unknown.") limits!: object;
}

const REGISTERED_UNSEEN = 'provider registered; its platform cannot be reached and will be tried again';

export function registeredAnswer({ providerId, state }: Registered): ProviderAdded {
  const message = state === 'pending' ? REGISTERED_UNSEEN : 'provider registered';
  return { result: 'ok', 'provider-id': providerId, state, message };
}

export function providerSummary({ provider, drift }: ProviderView): ProviderSummary {
  const { id, name } = provider.tenant;
  return {
    providerId: provider.id,
    providerType: provider.type,
    endpoint: maskedAddress(provider.endpoint),
    username: provider.username,
    region: provider.region,
    tenant: { id, name },
    userDomainName: provider.userDomainName,
    zone: provider.zoneId,
    state: provider.state,
    lastError: provider.lastError,
    failingSince: formatOptional(provider.failingSince),
    lookedAt: formatOptional(provider.lookedAt),
    drift: driftDetails(drift),
    traits: provider.traits,
    createdAt: formatInstant(provider.createdAt),
    updatedAt: formatInstant(provider.updatedAt),
  };
}

export function providerDetails(view: ProviderView): ProviderAnswer {
  const { flavors, limits } = view.provider;
  return { ...providerSummary(view), flavors, limits };
}

function driftDetails(drift: readonly ClassDrift[]): object {
  return Object.fromEntries(drift.map(({ name, ...figures }) => [name, figures]));
}
