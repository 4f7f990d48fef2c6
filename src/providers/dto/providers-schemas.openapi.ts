import {
  booleanText,
  id,
  instant,
  integer,
  list,
  object,
  oneOf,
  pageOf,
  ref,
  text,
  word,
  type Members,
  type Schema,
} from '../../http/openapi/schema.js';
import { PROVIDER_STATES, PROVIDER_TYPES } from '../provider.js';
import { LONGEST_ENDPOINT } from '../registration.js';

const NAME = 255;

const TENANT = {
  description: 'The project whose quota is drawn on, by id, name or both; a bare string is its name.',
  anyOf: [
    { type: 'string', maxLength: NAME },
    object({
      id: { type: 'string', maxLength: NAME, description: 'Id of the project.' },
      name: { type: 'string', maxLength: NAME, description: 'Name of the project.' },
    }),
  ],
};

const STATES =
  "`pending`: its platform can't be reached at present; `error`: its platform refuses the credentials; `retired`: it is " +
  'in service no more.';

const REGISTRATION: Members = {
  'provider-type': {
    type: 'string',
    pattern: `^(${PROVIDER_TYPES.map(anyCase).join('|')})$`,
    description: `${PROVIDER_TYPES.join(', ')}, in any case. Only \`openstack\` and \`simulated\` may have a driver.`,
  },
  endpoint: {
    type: 'string',
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
    maxLength: LONGEST_ENDPOINT,
    description: 'Its http(s) address, such as that of Keystone; without a user name or password in it.',
  },
  username: text('Who to log in as.', NAME),
  password: { ...text('Kept sealed; never returned.'), format: 'password' },
  region: { type: 'string', maxLength: NAME, description: 'Its region, for platforms that have several.' },
  zone: text('The zone it serves; by default its region, else `default`.', NAME),
  tenant: TENANT,
  project: { ...TENANT, description: 'The same as `tenant`, which goes before it.' },
  'user-domain-name': {
    type: 'string',
    maxLength: NAME,
    default: 'Default',
    description: 'Domain of the user.',
  },
  traits: ref('TraitsMember'),
};

const PROVIDER: Members = {
  providerId: id('Its id.'),
  providerType: oneOf(PROVIDER_TYPES, 'What sort of platform it is.'),
  endpoint: word('Its address.'),
  username: word('Who the service logs in as.'),
  region: word('Its region.'),
  tenant: object(
    { id: word('Id of the project.'), name: word('Name of the project.') },
    { description: 'The project whose quota is drawn on.' },
  ),
  userDomainName: word('Domain of the user.'),
  zone: word('The zone it serves.'),
  state: oneOf(PROVIDER_STATES, STATES),
  lastError: word('Why its platform could not be used when it was last looked at.'),
  failingSince: instant('When the looks at its platform began to fail; absent: the last one succeeded.'),
  lookedAt: instant('When its platform was last looked at.'),
  drift: {
    type: 'object',
    additionalProperties: ref('ClassDrift'),
    description:
      'Per resource class that is declared or that its platform limits, how one compares with the other.',
  },
  traits: object(
    {
      cpuArchitecture: word('Architecture of its processors.'),
      typeOfStorage: word('Sort of storage.'),
      rdmaSupported: { type: 'boolean', description: 'Whether its storage supports RDMA.' },
    },
    { description: 'What an operator has said of it goes before what the platform says.' },
  ),
  createdAt: instant('When it was registered.'),
  updatedAt: instant('When it last changed.'),
};

const FLAVOR = object({
  id: word('Its id on the platform.'),
  name: word('Its name.'),
  cores: integer('Cores.'),
  ram: integer('Memory in MB.'),
  gigabytes: integer('Disk in GB.'),
});

const REQUIRED = [
  'providerId',
  'providerType',
  'endpoint',
  'username',
  'tenant',
  'zone',
  'state',
  'traits',
  'drift',
];

function anyCase(name: string): string {
  return [...name].map((letter) => `[${letter.toUpperCase()}${letter}]`).join('');
}

export const PROVIDERS_SCHEMAS: Readonly<Record<string, Schema>> = {
  AddProviderRequest: object(REGISTRATION, {
    required: ['provider-type', 'endpoint', 'username', 'password'],
  }),
  TraitsMember: object(
    {
      cpuArchitecture: {
        ...text('Architecture of its processors; `x86` equals `x86_64`.', NAME),
        default: 'x86',
      },
      typeOfStorage: { ...text('Sort of storage.', NAME), default: 'volume' },
      rdmaSupported: booleanText('Whether its storage supports RDMA.', { default: false }),
    },
    { description: 'What the platform is like, where it does not say so itself.' },
  ),
  ProviderAdded: object(
    {
      result: { const: 'ok' },
      'provider-id': id('Its id.'),
      state: oneOf(['pending', 'active'], STATES),
      message: word('Tells whether its platform could be reached.'),
    },
    { required: ['result', 'provider-id', 'state', 'message'] },
  ),
  ClassDrift: object(
    {
      declared: integer('What is declared now.'),
      peak: integer('The most that is declared from now on.'),
      limit: integer("The platform's quota; absent: unlimited or unknown."),
      beyond: integer('By how much the peak exceeds the quota.'),
    },
    { required: ['declared', 'peak', 'beyond'] },
  ),
  ProviderSummary: object(PROVIDER, { required: REQUIRED }),
  Provider: object(
    {
      ...PROVIDER,
      flavors: list(FLAVOR, 'The sizes of instances its platform offers; empty until it was reached.'),
      limits: ref('Amounts', "The platform's own ceilings; a class that is absent is unlimited or unknown."),
    },
    { required: [...REQUIRED, 'flavors', 'limits'] },
  ),
  ProviderPage: pageOf(ref('ProviderSummary')),
};
