import { command, NOT_AN_OBJECT, outcome, paged, read } from '../../http/openapi/builders.js';
import { kindFilter, LIST_FILTERS, stateFilter, UNKNOWN_ZONE } from '../../http/openapi/list-filters.js';
import { pathParameter, queryParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { ref, text } from '../../http/openapi/schema.js';
import { PROVIDER_STATES, PROVIDER_TYPES } from '../provider.js';
import { PROVIDERS_SCHEMAS } from './providers-schemas.openapi.js';

const SUMMARY_EXAMPLE = {
  providerId: SAMPLE.provider,
  providerType: 'simulated',
  endpoint: 'https://cloud.example:5000/v3',
  username: 'operator',
  region: SAMPLE.zone,
  tenant: { id: 't1', name: 'production' },
  userDomainName: 'Default',
  zone: SAMPLE.zone,
  state: 'active',
  lookedAt: SAMPLE.now,
  drift: { cores: { declared: 100, peak: 120, limit: 1000, beyond: 0 } },
  traits: { cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false },
  createdAt: SAMPLE.now,
  updatedAt: SAMPLE.now,
};

const PROVIDER_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  flavors: [{ id: '2', name: 'm1.small', cores: 1, ram: 2048, gigabytes: 20 }],
  limits: { cores: 1000, ram: 4_096_000, instances: 500 },
};

const ID = pathParameter('id', 'Its id, bare or as `ResourceProvider:<id>`.');

const UNKNOWN = {
  description: 'There is no such provider (`unknown-provider`).',
  code: 'unknown-provider',
  detail: 'no provider found for specified identifier',
};

const RETIRED = {
  description: 'The provider is retired (`provider-retired`): its platform is not spoken to any more.',
  code: 'provider-retired',
  detail: 'the provider is retired',
};

export const PROVIDERS_API: ApiPart = {
  paths: {
    '/add-provider': outcome({
      id: 'addProvider',
      repeatable: true,
      tag: 'Operations',
      summary: 'Register a platform as a provider of a zone',
      description:
        'Logs in and discovers flavors and limits. A platform that cannot be reached is registered all the same and ' +
        'tried again. The same endpoint, tenant, region and zone twice give the same provider-id, with the new ' +
        'credentials. Registering adds no capacity: see `/increase-capacity`.',
      body: 'AddProviderRequest',
      examples: {
        example: {
          value: {
            'provider-type': 'simulated',
            endpoint: 'https://cloud.example:5000/v3',
            username: 'operator',
            password: 'correct horse',
            region: SAMPLE.zone,
            tenant: { id: 't1', name: 'production' },
          },
        },
      },
      answer: 'ProviderAdded',
      answers: {
        ok: {
          value: {
            result: 'ok',
            'provider-id': SAMPLE.provider,
            state: 'active',
            message: 'provider registered',
          },
        },
      },
    }),
    '/providers': paged({
      id: 'listProviders',
      tag: 'Records',
      summary: 'The providers',
      parameters: [
        LIST_FILTERS.zone,
        queryParameter('tenant', text('Those with the project of this id or name.', 255)),
        stateFilter(PROVIDER_STATES),
        kindFilter(PROVIDER_TYPES),
      ],
      refusals: { 404: UNKNOWN_ZONE },
      answer: 'ProviderPage',
      item: SUMMARY_EXAMPLE,
    }),
    '/providers/{id}': {
      ...read({
        id: 'readProvider',
        tag: 'Records',
        summary: 'One provider, with what its platform offers',
        parameters: [ID],
        says: 'The provider.',
        answer: ref('Provider'),
        answers: { example: { value: PROVIDER_EXAMPLE } },
        refusals: { 404: UNKNOWN },
      }),
      delete: command({
        id: 'retireProvider',
        repeatable: true,
        tag: 'Records',
        summary: 'Retire a provider that nothing live depends on',
        description:
          'Its pool entries end with it and its password is removed; its record and history stay, in state `retired`. ' +
          'Registering the same platform again makes it active again under the same id, without any capacity.',
        parameters: [ID],
        status: 200,
        says: 'Retired.',
        answer: ref('ProviderRetired'),
        answers: {
          example: {
            value: { providerId: SAMPLE.provider, zone: SAMPLE.zone, state: 'retired', pools: [] },
          },
        },
        refusals: {
          400: NOT_AN_OBJECT,
          404: {
            description: 'There is no such provider, or it is retired already (`unknown-provider`).',
            code: 'unknown-provider',
            detail: 'the provider is retired already',
          },
          409: {
            description:
              'Instances have, or may still have, a server on its platform, or live reservations are backed by it or ' +
              'tied to it by an element (`provider-in-use`); `dependents` names up to 100 of them.',
            code: 'provider-in-use',
            detail: 'the provider is in use by 1 live reservation and 0 instances',
            dependents: [`ResourceReservation:${SAMPLE.reservation}`],
          },
        },
      }),
    },
    '/providers/{id}/discover': {
      post: command({
        id: 'discoverProvider',
        repeatable: true,
        tag: 'Records',
        summary: 'Look at the platform of a provider now',
        description:
          'Platforms are looked at regularly; this does it at once and answers what is known then. A look that fails ' +
          'is no refusal: `state`, `lastError` and `failingSince` tell of it. Declared capacity stays as it is.',
        parameters: [ID],
        status: 200,
        says: 'The provider after the look.',
        answer: ref('Provider'),
        answers: { example: { value: PROVIDER_EXAMPLE } },
        refusals: { 400: NOT_AN_OBJECT, 404: UNKNOWN, 409: RETIRED },
      }),
    },
  },
  schemas: PROVIDERS_SCHEMAS,
};
