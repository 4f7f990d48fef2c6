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
  "`pending`: its platform can't be reached at present; `error`: its platform refuses the credentials; `retired`: it is " +
  'in service no more.';

export class ProviderAdded {
  @Always('ok') result!: string;
  @Id('Its id.') 'provider-id'!: string;
  @OneOf(['pending', 'active'], STATES) state!: string;
  @Word('Tells whether its platform could be reached.') message!: string;
}

class ProviderTenant {
  @Word('Id of the project.', OPTIONAL) id?: string;
  @Word('Name of the project.', OPTIONAL) name?: string;
}

/** Declared capacity of a resource class, beside the platform's quota. */
@Described({ name: 'ClassDrift' })
class ClassDriftAnswer {
  @Whole('What is declared now.') declared!: number;
  @Whole('The most that is declared from now on.') peak!: number;
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
  @Word('Who the service logs in as.') username!: string;
  @Word('Its region.', OPTIONAL) region?: string;
  @Part(ProviderTenant, 'The project whose quota is drawn on.') tenant!: ProviderTenant;
  @Word('Domain of the user.', OPTIONAL) userDomainName?: string;
  @Word('The zone it serves.') zone!: string;
  @OneOf(PROVIDER_STATES, STATES) state!: string;
  @Word('Why its platform could not be used when it was last looked at.', OPTIONAL) lastError?: string;

  @Time('When the looks at its platform began to fail; absent: the last one succeeded.', OPTIONAL)
  failingSince?: string;

  @Time('When its platform was last looked at.', OPTIONAL) lookedAt?: string;

  @Member({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ClassDriftAnswer) },
    description:
      'Per resource class that is declared or that its platform limits, how one compares with the other.',
  })
  drift!: object;

  @Part(KnownTraits, 'What an operator has said of it goes before what the platform says.') traits!: object;
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

  @Amounts("The platform's own ceilings; a class that is absent is unlimited or unknown.") limits!: object;
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
