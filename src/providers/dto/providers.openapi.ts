import { Command, Outcome, Paged, pathId, Read } from '../../openapi/operations.js';
import { NOT_AN_OBJECT, unknown, UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { ProviderAnswer, ProviderAdded, ProviderPage } from './provider-answers.js';

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

const PATH = pathId('ResourceProvider');

const RETIRED = {
  description: 'The provider is retired (`provider-retired`): the service no longer calls its platform.',
  code: 'provider-retired',
  detail: 'the provider is retired',
};

export const AddProvider = () =>
  Outcome({
    id: 'addProvider',
    summary: 'Register a platform as a provider of a zone',
    description:
      'Logs in and discovers flavors and limits. A platform that cannot be reached is registered in state ' +
      '`pending`, and discovered later. Registering the same endpoint, tenant, region and zone again returns ' +
      'the same provider-id and stores the new credentials. Registering adds no capacity: see ' +
      '`/increase-capacity`.',
    examples: example({
      'provider-type': 'simulated',
      endpoint: 'https://cloud.example:5000/v3',
      username: 'operator',
      password: 'correct horse',
      region: SAMPLE.zone,
      tenant: { id: 't1', name: 'production' },
    }),
    answer: ProviderAdded,
    ok: { 'provider-id': SAMPLE.provider, state: 'active', message: 'provider registered' },
  });

export const ListProviders = () =>
  Paged({
    id: 'listProviders',
    summary: 'The providers',
    refusals: { 404: UNKNOWN_ZONE },
    answer: ProviderPage,
    item: SUMMARY_EXAMPLE,
  });

export const ReadProvider = () =>
  Read({
    id: 'readProvider',
    summary: 'One provider, with what its platform offers',
    path: PATH,
    says: 'The provider.',
    answer: ProviderAnswer,
    answers: example(PROVIDER_EXAMPLE),
    refusals: { 404: unknown('provider') },
  });

export const DiscoverProvider = () =>
  Command({
    id: 'discoverProvider',
    summary: 'Discover the platform of a provider now',
    description:
      'The service discovers each platform regularly; this request does it at once and returns the provider as ' +
      'it is then. A failed discovery is not an error of the request: see `state`, `lastError` and ' +
      '`failingSince`. A platform that takes longer than 25 seconds counts as unreachable. The declared capacity does not change.',
    path: PATH,
    says: 'The provider after the discovery.',
    answer: ProviderAnswer,
    answers: example(PROVIDER_EXAMPLE),
    refusals: { 400: NOT_AN_OBJECT, 404: unknown('provider'), 409: RETIRED },
  });
