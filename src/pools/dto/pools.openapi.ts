import { outcome, paged, read } from '../../http/openapi/builders.js';
import { pathParameter, type ApiPart, type Examples } from '../../http/openapi/operation.js';
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
} from '../../http/openapi/schema.js';

const POOL_EXAMPLE = {
  'pool-id': SAMPLE.pool,
  zone: SAMPLE.zone,
  'provider-id': SAMPLE.provider,
  start: SAMPLE.now,
  capacity: { cores: 100, ram: 204_800, instances: 100 },
  created: SAMPLE.now,
};

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
      description: 'More than the platform is known to have is allowed; the message warns of it.',
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
    '/pools': paged({
      id: 'listPools',
      tag: 'Records',
      summary: 'All pool entries: every change of capacity that was declared',
      answer: 'PoolEntryPage',
      item: POOL_EXAMPLE,
    }),
    '/pools/{id}': read({
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
          'On an increase: IPv4 networks whose addresses the zone may give to reservations.',
        ),
      },
      { required: ['source', 'capacity'] },
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
    PoolEntry: object(
      {
        'pool-id': id('Its id.'),
        zone: word('Its zone.'),
        'provider-id': id('The provider whose capacity it changes.'),
        start: instant('From when on.'),
        end: instant('Until when; absent: for ever.'),
        capacity: ref('Amounts', 'By how much, with the sign of the change.'),
        created: instant('When it was declared.'),
      },
      { required: ['pool-id', 'zone', 'provider-id', 'start', 'capacity', 'created'] },
    ),
    PoolEntryPage: pageOf(ref('PoolEntry')),
  },
};
