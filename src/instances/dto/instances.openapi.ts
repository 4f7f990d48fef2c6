import { INSTANCE_STATES } from '../../allocation/records.js';
import type { Refusal } from '../../http/openapi/answers.js';
import { command, outcome, paged, read } from '../../http/openapi/builders.js';
import { LIST_FILTERS, stateFilter, UNKNOWN_ZONE } from '../../http/openapi/list-filters.js';
import { pathParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
  MARKED,
  MARKS,
  id,
  instant,
  integer,
  list,
  object,
  oneOf,
  pageOf,
  ref,
  reference,
  requestList,
  text,
  word,
} from '../../http/openapi/schema.js';

const NAME = 255;

const INSTANCE_EXAMPLE = {
  instanceId: SAMPLE.instance,
  providerId: SAMPLE.provider,
  reservationId: SAMPLE.reservation,
  zone: SAMPLE.zone,
  name: 'web-1',
  image: 'debian-13',
  flavor: 'm1.small',
  networks: [SAMPLE.network],
  state: 'active',
  serverId: 'a7c1e5d2-0b3f-4c86-9e8d-7f6a5b4c3d2e',
  capacity: { cores: 1, ram: 2048, instances: 1 },
  start: SAMPLE.start,
  end: SAMPLE.end,
  created: SAMPLE.start,
  updated: SAMPLE.start,
};

const RECONCILIATION_EXAMPLE = {
  providerId: SAMPLE.provider,
  servers: 12,
  removed: [{ serverId: 'a7c1e5d2-0b3f-4c86-9e8d-7f6a5b4c3d2e', instanceId: SAMPLE.instance }],
  lost: [SAMPLE.instance],
  failed: [],
  young: 0,
};

const UNKNOWN: Refusal = {
  description: 'There is no such instance (`unknown-instance`).',
  code: 'unknown-instance',
  detail: 'no allocation found for specified identifier',
  field: 'id',
};

const NOTHING_TO_MARK: Refusal = {
  description:
    'Neither a name nor labels are given, or one is wrong (`invalid-request`); or the body is malformed.',
  code: 'invalid-request',
  detail: 'labels or name must be given',
  field: 'labels',
};

export const INSTANCES_API: ApiPart = {
  paths: {
    '/create-instance': outcome({
      id: 'createInstance',
      repeatable: true,
      tag: 'Operations',
      summary: 'Create an instance, from a reservation or from what is free for ever',
      description:
        'Capacity is taken at once and the platform is told afterwards; `GET /instances/{id}` tells how that went. With ' +
        'a reservation, it must be active and what remains of it must suffice.',
      body: 'CreateInstanceBody',
      examples: {
        reserved: {
          summary: 'From a reservation',
          value: {
            'provider-id': SAMPLE.provider,
            'reservation-id': SAMPLE.reservation,
            name: 'web-1',
            image: 'debian-13',
            flavor: 'm1.small',
            networks: [SAMPLE.network],
          },
        },
        free: {
          summary: 'Without a reservation, wherever it fits',
          value: { name: 'web-2', image: 'debian-13', flavor: 'm1.small' },
        },
      },
      answer: 'InstanceAccepted',
      answers: {
        ok: {
          value: {
            result: 'ok',
            'instance-id': SAMPLE.instance,
            message: 'create-instance request accepted',
          },
        },
      },
      conflicts: true,
    }),
    '/destroy-instance': outcome({
      id: 'destroyInstance',
      repeatable: true,
      tag: 'Operations',
      summary: 'Destroy an instance',
      description: 'Its capacity goes back to its reservation while that lasts, else to the pool.',
      body: 'DestroyInstanceBody',
      examples: { example: { value: { 'instance-id': SAMPLE.instance } } },
      answer: 'Done',
      answers: {
        ok: { value: { result: 'ok', message: 'instance destroyed and resource released back to pool' } },
      },
      conflicts: true,
    }),
    '/providers/{id}/reconcile': {
      post: command({
        id: 'reconcileProvider',
        repeatable: true,
        tag: 'Records',
        summary: 'Compare the platform of a provider with the records now, and mend what differs',
        description:
          'Done by itself when the service starts and every `RECONCILE_SECONDS`. Servers made here that no instance needs ' +
          'are removed; the capacity of instances whose server is gone, or has failed, is given back. What others run ' +
          'in the same tenant, another deployment of this service included, is left alone.',
        parameters: [pathParameter('id', 'Its id, bare or as `ResourceProvider:<id>`.')],
        status: 200,
        says: 'What was found, and has been mended.',
        answer: ref('Reconciliation'),
        answers: { example: { value: RECONCILIATION_EXAMPLE } },
        refusals: {
          404: {
            description: 'There is no such provider (`unknown-provider`).',
            code: 'unknown-provider',
            detail: 'no provider found for specified identifier',
          },
          409: {
            description:
              'The platform refuses (`platform-refused`), or is being compared all the time (`reconciliation-under-way`), or ' +
              'the provider is retired (`provider-retired`).',
            code: 'platform-refused',
            detail: 'the platform refuses the user name or the password',
          },
          503: {
            description:
              'The platform does not answer (`platform-unreachable`), or this service can not now.',
            code: 'platform-unreachable',
            detail: 'the platform did not answer in time',
          },
        },
      }),
    },
    '/instances': paged({
      id: 'listInstances',
      tag: 'Records',
      summary: 'The instances, destroyed ones included',
      parameters: [
        LIST_FILTERS.zone,
        LIST_FILTERS.provider,
        LIST_FILTERS.reservation,
        LIST_FILTERS.tenant,
        stateFilter(INSTANCE_STATES),
        LIST_FILTERS.name,
        LIST_FILTERS.label,
        LIST_FILTERS.from,
        LIST_FILTERS.to,
      ],
      refusals: { 404: UNKNOWN_ZONE },
      answer: 'InstancePage',
      item: INSTANCE_EXAMPLE,
    }),
    '/instances/{id}': {
      ...read({
        id: 'readInstance',
        tag: 'Records',
        summary: 'One instance: its state and, where it failed, why',
        parameters: [pathParameter('id', 'Its id, bare or as `ResourceAllocation:<id>`.')],
        says: 'The instance.',
        answer: ref('Instance'),
        answers: { example: { value: INSTANCE_EXAMPLE } },
        refusals: { 404: UNKNOWN },
      }),
      patch: command({
        id: 'markInstance',
        tag: 'Records',
        summary: 'Give an instance another name or other labels',
        repeatable: true,
        description: 'They change nothing else: its server keeps the name it was made with.',
        parameters: [pathParameter('id', 'Its id, bare or as `ResourceAllocation:<id>`.')],
        body: ref('MarkInstanceBody'),
        examples: { example: { value: { labels: { team: 'blue', 'cost-centre': '4711' } } } },
        status: 200,
        says: 'The instance.',
        answer: ref('Instance'),
        answers: { example: { value: INSTANCE_EXAMPLE } },
        refusals: { 400: NOTHING_TO_MARK, 404: UNKNOWN },
      }),
    },
  },
  schemas: {
    CreateInstanceBody: object(
      {
        'provider-id': reference(
          'Where to create it; by default where the reservation lies, else where it fits.',
        ),
        'reservation-id': text('The reservation it draws on, bare or as `ResourceReservation:<id>`.'),
        name: text('Its name.', NAME),
        labels: MARKS.labels,
        image: text('Id of its image.', NAME),
        flavor: text('Id or name of its flavor, which the provider has to know.', NAME),
        networks: requestList(text('Id of a network.', NAME), 'The networks it is attached to.'),
      },
      { required: ['name', 'image', 'flavor'] },
    ),
    MarkInstanceBody: object({ name: text('Its name.', NAME), labels: MARKS.labels }),
    DestroyInstanceBody: object(
      { 'instance-id': text('The instance, bare or as `ResourceAllocation:<id>`.') },
      { required: ['instance-id'] },
    ),
    InstanceAccepted: object(
      {
        result: { const: 'ok' },
        'instance-id': id('Its id.'),
        message: word('`create-instance request accepted`'),
      },
      { required: ['result', 'instance-id', 'message'] },
    ),
    Instance: object(
      {
        instanceId: id('Its id.'),
        providerId: id('The provider that hosts it.'),
        reservationId: id('The reservation it draws on.'),
        zone: word('Its zone.'),
        ...MARKED,
        image: word('Id of its image.'),
        flavor: word('Its flavor, as it was asked for.'),
        networks: list(word('Id of a network.'), 'The networks it is attached to.'),
        state: oneOf(INSTANCE_STATES, 'How far its platform has got with it.'),
        failure: word(
          'Why its platform failed; while it is pending or deleting, why it has to be tried again.',
        ),
        serverId: word('Its id on the platform.'),
        capacity: ref('Amounts', 'What it uses.'),
        start: instant('From when on it uses it.'),
        end: instant('Until when; absent: until it is destroyed.'),
        created: instant('When it was asked for.'),
        updated: instant('When it last changed.'),
      },
      {
        required: [
          'instanceId',
          'providerId',
          'zone',
          'name',
          'image',
          'flavor',
          'networks',
          'state',
          'capacity',
        ],
      },
    ),
    InstancePage: pageOf(ref('Instance')),
    Reconciliation: object(
      {
        providerId: id('The provider.'),
        servers: integer('How many servers made here its platform showed.'),
        removed: list(
          object(
            { serverId: word('Its id on the platform.'), instanceId: id('The instance it was for.') },
            { required: ['serverId', 'instanceId'] },
          ),
          'Servers that no instance needed; they have been removed.',
        ),
        lost: list(
          id('An instance.'),
          'Instances whose server was gone; their capacity has been given back.',
        ),
        failed: list(id('An instance.'), 'Instances whose server had failed; the same was done.'),
        young: integer(
          'How many servers without a record are too young to be judged; they are looked at again.',
        ),
      },
      { required: ['providerId', 'servers', 'removed', 'lost', 'failed', 'young'] },
    ),
  },
};
