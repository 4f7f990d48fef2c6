import { Command, Outcome, Paged, pathId, Read } from '../../openapi/operations.js';
import type { Refusal } from '../../openapi/problems.js';
import { unknown, UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { ReleaseRehearsed } from '../../openapi/dry-run-parts.js';
import { Done } from '../../openapi/answer-parts.js';
import {
  DESTROYED,
  Instance,
  InstanceAccepted,
  InstanceRehearsed,
  InstancePage,
  ReconciliationAnswer,
} from './instance-answers.js';

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
  unsettled: [],
};

const UNKNOWN = unknown('instance', { detail: 'no allocation found for specified identifier', field: 'id' });

const NOTHING_TO_MARK: Refusal = {
  description:
    'Neither a name nor labels are given, or one is wrong (`invalid-request`); or the body is malformed.',
  code: 'invalid-request',
  detail: 'labels or name must be given',
  field: 'labels',
};

export const CreateInstance = () =>
  Outcome({
    id: 'createInstance',
    forTenant: true,
    summary: 'Create an instance, from a reservation or from capacity that is available for ever',
    description:
      'Capacity is taken at once and the platform is told afterwards; `GET /instances/{id}` tells how that went. With ' +
      'a reservation, it must be active and what remains of it must suffice.',
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
        summary: 'Without a reservation, on any provider on which it fits',
        value: { name: 'web-2', image: 'debian-13', flavor: 'm1.small' },
      },
      dryRun: {
        summary: 'Whether it fits, and where',
        value: { name: 'web-3', image: 'debian-13', flavor: 'm1.small', 'dry-run': true },
      },
    },
    answer: InstanceAccepted,
    dryAnswer: InstanceRehearsed,
    ok: { 'instance-id': SAMPLE.instance, message: 'create-instance request accepted' },
    conflicts: true,
  });

export const DestroyInstance = () =>
  Outcome({
    id: 'destroyInstance',
    summary: 'Destroy an instance',
    description: 'Its capacity goes back to its reservation while that lasts, else to the pool.',
    examples: {
      example: { value: { 'instance-id': SAMPLE.instance } },
      dryRun: {
        summary: 'What waits for its capacity',
        value: { 'instance-id': SAMPLE.instance, 'dry-run': true },
      },
    },
    answer: Done,
    dryAnswer: ReleaseRehearsed,
    ok: { message: DESTROYED },
    conflicts: true,
  });

export const ReconcileProvider = () =>
  Command({
    id: 'reconcileProvider',
    summary: 'Compare the platform of a provider with the records now, and mend what differs',
    description:
      'Done by itself when the service starts and every `RECONCILE_SECONDS`. Servers made here that no instance needs ' +
      'are removed; the capacity of instances whose server is gone, or has failed, is given back. What others run ' +
      'in the same tenant, another deployment of this service included, is left alone.',
    path: pathId('ResourceProvider'),
    says: 'What was found, and has been mended.',
    answer: ReconciliationAnswer,
    answers: example(RECONCILIATION_EXAMPLE),
    refusals: {
      404: unknown('provider'),
      409: {
        description:
          'The platform refuses (`platform-refused`), or is being compared all the time (`reconciliation-under-way`), or ' +
          'the provider is retired (`provider-retired`).',
        code: 'platform-refused',
        detail: 'the platform refuses the user name or the password',
      },
      503: {
        description:
          'The platform does not answer, or there is more to mend than fits into 20 seconds: `detail` says how many ' +
          'servers were mended, and a repetition goes on (both `platform-unreachable`). Or this service can not now.',
        code: 'platform-unreachable',
        detail: 'the platform did not answer in time',
      },
    },
  });

export const ListInstances = () =>
  Paged({
    id: 'listInstances',
    summary: 'The instances, destroyed ones included',
    refusals: { 404: UNKNOWN_ZONE },
    answer: InstancePage,
    item: INSTANCE_EXAMPLE,
  });

export const ReadInstance = () =>
  Read({
    id: 'readInstance',
    summary: 'One instance: its state and, where it failed, why',
    path: pathId('ResourceAllocation'),
    says: 'The instance.',
    answer: Instance,
    answers: example(INSTANCE_EXAMPLE),
    refusals: { 404: UNKNOWN },
  });

export const MarkInstance = () =>
  Command({
    id: 'markInstance',
    summary: 'Give an instance another name or other labels',
    description: 'They change nothing else: its server keeps the name it was made with.',
    path: pathId('ResourceAllocation'),
    examples: example({ labels: { team: 'blue', 'cost-centre': '4711' } }),
    says: 'The instance.',
    answer: Instance,
    answers: example(INSTANCE_EXAMPLE),
    refusals: { 400: NOTHING_TO_MARK, 404: UNKNOWN },
  });
