import { command, outcome, paged, read } from '../../http/openapi/builders.js';
import { LIST_FILTERS, UNKNOWN_ZONE } from '../../http/openapi/list-filters.js';
import { pathParameter, queryParameter, type ApiPart, type Examples } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
  booleanText,
  endTime,
  id,
  instant,
  list,
  object,
  pageOf,
  ref,
  requestList,
  startTime,
  text,
  word,
  type Members,
} from '../../http/openapi/schema.js';

const POOL_EXAMPLE = {
  poolId: SAMPLE.pool,
  zone: SAMPLE.zone,
  providerId: SAMPLE.provider,
  start: SAMPLE.now,
  capacity: { cores: 100, ram: 204_800, instances: 100 },
  created: SAMPLE.now,
};

const POOL_ENTRY: Members = {
  poolId: id('Its id.'),
  zone: word('Its zone.'),
  providerId: id('The provider whose capacity it changes.'),
  start: instant('From when on.'),
  end: instant('Until when; absent: for ever. The start, where it was ended before that.'),
  capacity: ref('Amounts', 'By how much, with the sign of the change.'),
  created: instant('When it was declared.'),
  ended: instant('When it was ended before its time; absent: it was not.'),
};

const POOL_REQUIRED = ['poolId', 'zone', 'providerId', 'start', 'capacity', 'created'];

const REDUCED: Examples = {
  maintenance: {
    summary: 'Less for a planned downtime',
    value: {
      source: `ResourceProvider:${SAMPLE.provider}`,
      start: SAMPLE.start,
      end: SAMPLE.end,
      capacity: { cores: '1', ram: '1024', instances: '1', addresses: '1' },
    },
  },
  forced: {
    summary: 'Less at once, whatever is promised',
    value: { source: SAMPLE.provider, capacity: { cores: 1 }, force: true },
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

export const POOLS_API: ApiPart = {
  paths: {
    '/increase-capacity': outcome({
      id: 'increaseCapacity',
      repeatable: true,
      tag: 'Operations',
      summary: 'Declare more capacity of a provider for a window',
      description:
        'More than the platform is known to have is allowed, and more addresses than the ranges hold; the message warns of it.',
      body: 'ChangeCapacityBody',
      examples: RAISED,
      answer: 'CapacityChanged',
      answers: {
        ok: { value: { result: 'ok', 'pool-id': SAMPLE.pool, message: 'capacity increase successful' } },
      },
      conflicts: true,
    }),
    '/decrease-capacity': outcome({
      id: 'decreaseCapacity',
      repeatable: true,
      tag: 'Operations',
      summary: 'Declare less capacity of a provider for a window',
      description:
        'A decrease below what is promised at any instant is a conflict, unless `force` is true: then reservations are ' +
        're-placed in their zone where they fit, the latest first, or else marked `conflict`.',
      body: 'ChangeCapacityBody',
      examples: REDUCED,
      answer: 'CapacityChanged',
      answers: {
        ok: { value: { result: 'ok', 'pool-id': SAMPLE.pool, message: 'capacity decrease successful' } },
      },
      conflicts: true,
    }),
    '/providers/{id}/withdraw': {
      post: command({
        id: 'withdrawProvider',
        repeatable: true,
        tag: 'Records',
        summary: 'Take away all capacity of a provider for a window',
        description:
          'For a provider that is lost, or planned to be. At each instant of the window whatever total is in force is ' +
          'taken away, as by a forced decrease: reservations are re-placed in their zone where they fit, the latest ' +
          'first, or else marked `conflict`. They come back when the window ends, or as capacity is declared anew.',
        parameters: [pathParameter('id', 'Its id, bare or as `ResourceProvider:<id>`.')],
        body: ref('WithdrawBody'),
        examples: {
          lost: { summary: 'From now on, with no end', value: {} },
          maintenance: { summary: 'For a while', value: { start: SAMPLE.start, end: SAMPLE.end } },
        },
        status: 200,
        says: 'What was taken away.',
        answer: ref('ProviderWithdrawn'),
        answers: {
          example: {
            value: {
              pools: [{ ...POOL_EXAMPLE, capacity: { cores: -100, ram: -204_800, instances: -100 } }],
              displaced: [SAMPLE.reservation],
            },
          },
        },
        refusals: {
          400: {
            description: 'The window is over or empty (`invalid-request`), or the request is malformed.',
            code: 'invalid-request',
            detail: 'end must be later than start',
            field: 'end',
          },
          404: {
            description: 'There is no such provider (`unknown-provider`).',
            code: 'unknown-provider',
            detail: 'no provider found for specified identifier',
          },
        },
      }),
    },
    '/pools': paged({
      id: 'listPools',
      tag: 'Records',
      summary: 'The pool entries: every change of capacity that was declared',
      parameters: [LIST_FILTERS.zone, LIST_FILTERS.provider, LIST_FILTERS.from, LIST_FILTERS.to],
      refusals: { 404: UNKNOWN_ZONE },
      answer: 'PoolEntryPage',
      item: POOL_EXAMPLE,
    }),
    '/pools/{id}': {
      ...read({
        id: 'readPool',
        tag: 'Records',
        summary: 'One pool entry',
        parameters: [pathParameter('id', 'Its id, bare or as `ResourcePool:<id>`.')],
        says: 'The pool entry.',
        answer: ref('PoolEntry'),
        answers: { example: { value: POOL_EXAMPLE } },
        refusals: {
          404: {
            description: 'There is no such pool entry (`unknown-pool`).',
            code: 'unknown-pool',
            detail: 'no pool found for specified identifier',
          },
        },
      }),
      delete: command({
        id: 'endPool',
        repeatable: true,
        tag: 'Records',
        summary: 'End a pool entry before its time',
        description:
          'It ends now or, where it has not begun, altogether; a counter-entry in the ledger says so. What it adds is ' +
          'checked as a decrease for the rest of its window is: below what is promised it is a conflict, unless `force` is ' +
          'true, and then reservations are re-placed or marked `conflict` as by a forced decrease. What it takes away is ' +
          'there again, for reservations in conflict first.',
        parameters: [
          pathParameter('id', 'Its id, bare or as `ResourcePool:<id>`.'),
          queryParameter(
            'force',
            booleanText('End it although what it adds is promised.', { default: false }),
          ),
        ],
        status: 200,
        says: 'The pool entry as it is now, and which reservations that hit.',
        answer: ref('PoolEntryEnded'),
        answers: {
          example: { value: { ...POOL_EXAMPLE, end: SAMPLE.now, ended: SAMPLE.now, displaced: [] } },
        },
        refusals: {
          400: {
            description:
              '`force` is neither `true` nor `false` (`invalid-request`), or the body is malformed.',
            code: 'invalid-request',
            detail: 'force must be true or false',
            field: 'force',
          },
          404: {
            description: 'There is no such pool entry, or it is over already (`unknown-pool`).',
            code: 'unknown-pool',
            detail: 'the pool entry is over already',
          },
          409: {
            description:
              'What it adds is promised (`capacity-insufficient`): the detail names the first instant and the shortfall. Or a ' +
              'reservation has it as an element (`protected`).',
            code: 'capacity-insufficient',
            detail: `requested cores=100 exceeds available 60 between ${SAMPLE.start} and ${SAMPLE.end}`,
            offer: 'classes',
          },
        },
      }),
    },
  },
  schemas: {
    ChangeCapacityBody: object(
      {
        source: text('A provider, or a pool of the provider, bare or as `<Kind>:<id>`.'),
        start: startTime('From when on.'),
        end: endTime('Until when; absent or null: for ever.'),
        capacity: ref('RequestedAmounts', 'By how much; at least one amount that is not zero.'),
        force: booleanText('On a decrease: take also what is promised.', { default: false }),
        publicIps: requestList(
          { type: 'string', pattern: '^[0-9.]+/[0-9]+$', examples: ['203.0.113.0/24'] },
          'On an increase: IPv4 networks whose addresses the zone may give to reservations. One that the zone has already adds nothing; one of another zone is a conflict.',
        ),
      },
      { required: ['source', 'capacity'] },
    ),
    WithdrawBody: object({
      start: startTime('From when on.'),
      end: endTime('Until when; absent or null: for ever.'),
    }),
    ProviderWithdrawn: object(
      {
        pools: list(
          ref('PoolEntry'),
          'The pool entries that were made, one per part of the window with the same totals.',
        ),
        displaced: list(id('A reservation.'), 'Reservations that were moved or put in conflict.'),
      },
      { required: ['pools', 'displaced'] },
    ),
    ProviderRetired: object(
      {
        providerId: id('Its id.'),
        zone: word('Its zone, which stays known.'),
        state: { const: 'retired' },
        pools: list(ref('PoolEntry'), 'The pool entries that ended with it.'),
      },
      { required: ['providerId', 'zone', 'state', 'pools'] },
    ),
    CapacityChanged: object(
      {
        result: { const: 'ok' },
        'pool-id': id('Id of the pool entry that was made.'),
        message: word(
          '`capacity increase successful` or `capacity decrease successful`, and a warning if any.',
        ),
        displaced: list(
          id('A reservation.'),
          'Reservations that a forced decrease has moved or put in conflict.',
        ),
      },
      { required: ['result', 'pool-id', 'message'] },
    ),
    PoolEntry: object(POOL_ENTRY, { required: POOL_REQUIRED }),
    PoolEntryEnded: object(
      {
        ...POOL_ENTRY,
        displaced: list(id('A reservation.'), 'Reservations that were moved or put in conflict.'),
      },
      { required: [...POOL_REQUIRED, 'end', 'ended', 'displaced'] },
    ),
    PoolEntryPage: pageOf(ref('PoolEntry')),
  },
};
