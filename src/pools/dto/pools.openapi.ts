import { Command, Outcome, Paged, pathId, Read } from '../../openapi/operations.js';
import { NOT_AN_OBJECT, unknown, UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE, type Examples } from '../../openapi/samples.js';
import {
  CapacityChanged,
  CapacityRehearsed,
  PoolEntry,
  PoolEndRehearsed,
  PoolEntryEnded,
  PoolEntryPage,
  ProviderRetired,
  ProviderWithdrawn,
  RetirementRehearsed,
  WithdrawalRehearsed,
} from './pool-answers.js';

const POOL_EXAMPLE = {
  poolId: SAMPLE.pool,
  zone: SAMPLE.zone,
  providerId: SAMPLE.provider,
  start: SAMPLE.now,
  capacity: { cores: 100, ram: 204_800, instances: 100 },
  created: SAMPLE.now,
};

const REDUCED: Examples = {
  maintenance: {
    summary: 'For a planned downtime',
    value: {
      source: `ResourceProvider:${SAMPLE.provider}`,
      start: SAMPLE.start,
      end: SAMPLE.end,
      capacity: { cores: '1', ram: '1024', instances: '1', addresses: '1' },
    },
  },
  forced: {
    summary: 'At once, also promised capacity',
    value: { source: SAMPLE.provider, capacity: { cores: 1 }, force: true },
  },
  dryRun: {
    summary: 'Dry run: the affected reservations',
    value: { source: SAMPLE.provider, capacity: { cores: 1 }, force: true, 'dry-run': true },
  },
};

const RAISED: Examples = {
  open: {
    summary: 'From now on, with no end',
    value: {
      source: SAMPLE.provider,
      capacity: { cores: '100', ram: '204800', instances: '100', addresses: '16' },
    },
  },
  addresses: {
    summary: 'With networks to give addresses from',
    value: { source: SAMPLE.provider, capacity: { addresses: 254 }, publicIps: ['203.0.113.0/24'] },
  },
};

export const IncreaseCapacity = () =>
  Outcome({
    id: 'increaseCapacity',
    summary: 'Declare more capacity of a provider for a window',
    description:
      'More than the quota of the platform is allowed, and so are more addresses than the ranges have; ' +
      '`message` then has a warning.',
    examples: RAISED,
    answer: CapacityChanged,
    ok: { 'pool-id': SAMPLE.pool, message: 'capacity increase successful' },
    dryAnswer: CapacityRehearsed,
    conflicts: true,
  });

export const DecreaseCapacity = () =>
  Outcome({
    id: 'decreaseCapacity',
    summary: 'Declare less capacity of a provider for a window',
    description:
      'If the decrease takes promised capacity at any instant, the answer is a conflict, unless `force` is ' +
      'true. Then reservations are placed again in their zone where they fit, the latest first, or put in ' +
      '`conflict`; one request displaces 50,000 at most.',
    examples: REDUCED,
    answer: CapacityChanged,
    ok: { 'pool-id': SAMPLE.pool, message: 'capacity decrease successful' },
    dryAnswer: CapacityRehearsed,
    conflicts: true,
  });

export const WithdrawProvider = () =>
  Command({
    id: 'withdrawProvider',
    summary: 'Take away all capacity of a provider for a window',
    description:
      'For a provider that is lost, or will be. Takes the whole total away at each instant of the window, as a ' +
      'forced decrease does: reservations are placed again in their zone where they fit, the latest first, or ' +
      'put in `conflict`. They are admitted again when the window ends or new capacity is declared.',
    path: pathId('ResourceProvider'),
    examples: {
      lost: { summary: 'From now on, with no end', value: {} },
      maintenance: { summary: 'For a while', value: { start: SAMPLE.start, end: SAMPLE.end } },
    },
    says: 'The capacity that was taken away.',
    answer: ProviderWithdrawn,
    dryAnswer: WithdrawalRehearsed,
    answers: example({
      pools: [{ ...POOL_EXAMPLE, capacity: { cores: -100, ram: -204_800, instances: -100 } }],
      displaced: [SAMPLE.reservation],
    }),
    refusals: {
      400: {
        description: 'The window is over or empty (`invalid-request`), or the request is malformed.',
        code: 'invalid-request',
        detail: 'end must be later than start',
        field: 'end',
      },
      404: unknown('provider'),
      409: {
        description:
          'The provider is retired (`provider-retired`), and has no capacity. Or more than 50,000 reservations could be ' +
          'displaced (`too-many-displaced`).',
        code: 'provider-retired',
        detail: 'the provider is retired',
      },
    },
  });

export const ListPools = () =>
  Paged({
    id: 'listPools',
    summary: 'The pool entries: every change of capacity that was declared',
    refusals: { 404: UNKNOWN_ZONE },
    answer: PoolEntryPage,
    item: POOL_EXAMPLE,
  });

export const ReadPool = () =>
  Read({
    id: 'readPool',
    summary: 'One pool entry',
    path: pathId('ResourcePool'),
    says: 'The pool entry.',
    answer: PoolEntry,
    answers: example(POOL_EXAMPLE),
    refusals: { 404: unknown('pool', { description: 'There is no such pool entry (`unknown-pool`).' }) },
  });

export const EndPool = () =>
  Command({
    id: 'endPool',
    summary: 'End a pool entry before its time',
    description:
      'Ends the entry now, or removes all of it if it has not begun, by a counter-entry in the ledger. Ending ' +
      'an increase is checked like a decrease for the rest of its window: if it takes promised capacity, the ' +
      'answer is a conflict, unless `force` is true. Then reservations are placed again or put in `conflict`, ' +
      'as by a forced decrease. Ending a decrease gives the capacity back, to reservations in conflict first.',
    path: pathId('ResourcePool'),
    says: 'The pool entry as it is now, and the affected reservations.',
    answer: PoolEntryEnded,
    dryAnswer: PoolEndRehearsed,
    answers: example({ ...POOL_EXAMPLE, end: SAMPLE.now, ended: SAMPLE.now, displaced: [] }),
    refusals: {
      400: {
        description: '`force` is neither `true` nor `false` (`invalid-request`), or the body is malformed.',
        code: 'invalid-request',
        detail: 'force must be true or false',
        field: 'force',
      },
      404: unknown('pool', {
        description: 'There is no such pool entry, or it has ended already (`unknown-pool`).',
        detail: 'the pool entry is over already',
      }),
      409: {
        description:
          'Its capacity is promised (`capacity-insufficient`): `detail` names the first instant and the shortfall. ' +
          'Or a reservation has it as an element (`protected`). Or more than 50,000 reservations could be displaced ' +
          '(`too-many-displaced`).',
        code: 'capacity-insufficient',
        detail: `requested cores=100 exceeds available 60 between ${SAMPLE.start} and ${SAMPLE.end}`,
        offer: 'classes',
      },
    },
  });

export const RetireProvider = () =>
  Command({
    id: 'retireProvider',
    summary: 'Retire a provider on which no live object depends',
    description:
      'Its pool entries end with it and its password is removed; its record and history stay, in state `retired`. ' +
      'Registering the same platform again makes it active again under the same id, without any capacity.',
    path: pathId('ResourceProvider'),
    says: 'Retired.',
    answer: ProviderRetired,
    dryAnswer: RetirementRehearsed,
    answers: example({ providerId: SAMPLE.provider, zone: SAMPLE.zone, state: 'retired', pools: [] }),
    refusals: {
      400: NOT_AN_OBJECT,
      404: unknown('provider', {
        description: 'There is no such provider, or it is retired already (`unknown-provider`).',
        detail: 'the provider is retired already',
      }),
      409: {
        description:
          'Instances have, or may still have, a server on its platform, or live reservations are backed by it or ' +
          'tied to it by an element (`provider-in-use`); `dependents` names up to 100 of them.',
        code: 'provider-in-use',
        detail: 'the provider is in use by 1 live reservation and 0 instances',
        dependents: [`ResourceReservation:${SAMPLE.reservation}`],
      },
    },
  });
