import { command, NOT_AN_OBJECT, outcome, paged, read } from '../../http/openapi/builders.js';
import { pathParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { ref } from '../../http/openapi/schema.js';
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

const ZONE_EXAMPLE = { zone: SAMPLE.zone, providers: 1, createdAt: SAMPLE.now, changedAt: SAMPLE.now };

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
      summary: 'All providers',
      answer: 'ProviderPage',
      item: SUMMARY_EXAMPLE,
    }),
    '/providers/{id}': read({
      id: 'readProvider',
      tag: 'Records',
      summary: 'One provider, with what its platform offers',
      parameters: [ID],
      says: 'The provider.',
      answer: ref('Provider'),
      answers: { example: { value: PROVIDER_EXAMPLE } },
      refusals: { 404: unknown('provider') },
    }),
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
        refusals: { 400: NOT_AN_OBJECT, 404: unknown('provider') },
      }),
    },
    '/zones': paged({
      id: 'listZones',
      tag: 'Records',
      summary: 'All zones: a zone is known once a provider is in it',
      answer: 'ZonePage',
      item: ZONE_EXAMPLE,
    }),
    '/zones/{id}': read({
      id: 'readZone',
      tag: 'Records',
      summary: 'One zone',
      parameters: [pathParameter('id', 'Its name.')],
      says: 'The zone.',
      answer: ref('Zone'),
      answers: { example: { value: ZONE_EXAMPLE } },
      refusals: { 404: unknown('zone') },
    }),
  },
  schemas: PROVIDERS_SCHEMAS,
};

function unknown(what: 'provider' | 'zone') {
  return {
    description: `There is no such ${what} (\`unknown-${what}\`).`,
    code: `unknown-${what}`,
    detail: `no ${what} found for specified identifier`,
  };
}
