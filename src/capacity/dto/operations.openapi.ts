import { MAX_LIMIT } from '../../http/paging.js';
import { outcome } from '../../http/openapi/builders.js';
import type { ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
  amount,
  booleanText,
  collection,
  endTime,
  id,
  instant,
  integer,
  list,
  object,
  oneOf,
  ref,
  requestList,
  startTime,
  text,
  word,
  type Members,
} from '../../http/openapi/schema.js';

const COLLECTION = text('A bare id or `<Kind>:<id>`.');

const QUERY: Members = {
  zone: text('Only this zone; by default all.', 255),
  'show-utilization': booleanText('Whether `utilization` is wanted.', { default: true }),
  without: requestList(
    COLLECTION,
    'Collections to leave out of the result and of the figures, as if they weren’t there. A provider takes with it what ' +
      'lies on it; without an instance, its reservation holds what the instance draws.',
  ),
  elements: ref('ElementsFilter'),
  window: ref('WindowFilter'),
  limit: amount(
    'Collections in the list at most; without `limit` and `cursor` all are listed.',
    MAX_LIMIT,
    1,
  ),
  cursor: { type: 'string', description: 'The `next-cursor` of an earlier answer to the same query.' },
};

const NEXT_CURSOR = word(
  'The `cursor` of the next page; absent on the last one, and where neither `limit` nor `cursor` was given.',
);

const WINDOW = { start: SAMPLE.start, end: SAMPLE.end };

const ROW = { timestamp: SAMPLE.start, count: 1, capacity: { cores: 4, ram: 8192, instances: 2 } };

const UTILIZATION = list(
  ref('UtilizationRow'),
  'One row per instant at which something changes, the first at the start of the window; empty when not wanted. The ' +
    'figures are of all collections that match, however few of them are listed.',
);

export const CAPACITY_OPERATIONS_API: ApiPart = {
  paths: {
    '/query-capacity': outcome({
      id: 'queryCapacity',
      tag: 'Operations',
      summary: 'Which collections make up a figure, and how it goes over a window',
      description:
        'total: pools; reserved: reservations; usage: instances; available: pools, reservations and instances without a ' +
        'reservation. With `elements` the figures are of the collections they select; only `available` is what is free on ' +
        'the selected providers, also less what is reserved or used there by others: it is never more than can be ' +
        'reserved there, and nothing where no provider is selected.',
      body: 'QueryCapacityBody',
      examples: {
        available: {
          summary: 'What is free in a window',
          value: { capacity: 'available', zone: SAMPLE.zone, window: { ...WINDOW, scope: 'inclusive' } },
        },
        elements: {
          summary: 'What a provider’s pools declare',
          value: {
            capacity: 'total',
            elements: { some: [`ResourceProvider:${SAMPLE.provider}`] },
            without: [`ResourcePool:${SAMPLE.pool}`],
          },
        },
      },
      status: 201,
      answer: 'CollectionsFound',
      answers: {
        ok: {
          value: {
            result: 'ok',
            collections: [`ResourceReservation:${SAMPLE.reservation}`],
            utilization: [ROW],
          },
        },
      },
    }),
    '/query-reservation': outcome({
      id: 'queryReservation',
      tag: 'Operations',
      summary: 'Which reservations match, and what they reserve over a window',
      body: 'QueryReservationBody',
      examples: {
        window: {
          summary: 'Those in a window',
          value: { zone: SAMPLE.zone, window: WINDOW, 'show-utilization': true },
        },
        page: {
          summary: 'A page of them, without figures',
          value: { zone: SAMPLE.zone, window: WINDOW, 'show-utilization': false, limit: 100 },
        },
        spelled: {
          summary: 'The same in the interface’s other spelling, without figures',
          value: { wndow: { ...WINDOW, scope: 'exclusive' }, 'show-utilization': false },
        },
      },
      answer: 'ReservationsFound',
      answers: { ok: { value: { result: 'ok', reservations: [SAMPLE.reservation], utilization: [ROW] } } },
    }),
  },
  schemas: {
    ElementsFilter: object({
      some: requestList(
        COLLECTION,
        'Only collections that contain one or more of these: a reservation its elements and its instances, a pool its ' +
          'provider, an instance itself.',
      ),
      every: requestList(COLLECTION, 'Only collections that contain all of these.'),
    }),
    WindowFilter: object({
      start: {
        ...startTime('Its start.'),
        description: 'Its start; omitted, null, 0 and "0" mean that it has none.',
      },
      end: endTime('Its end, later than its start; absent or null: none.'),
      scope: oneOf(
        ['inclusive', 'exclusive'],
        '`inclusive`: alive at some instant of the window; `exclusive`: wholly inside.',
        { default: 'inclusive' },
      ),
    }),
    QueryCapacityBody: object({
      capacity: oneOf(['total', 'reserved', 'available', 'usage'], 'The figure.', { default: 'available' }),
      ...QUERY,
    }),
    QueryReservationBody: object({
      ...QUERY,
      wndow: ref('WindowFilter', 'The same as `window`, which goes before it.'),
    }),
    UtilizationRow: object(
      {
        timestamp: instant('From when on.'),
        count: integer('How many of the collections are in force.'),
        capacity: ref('Amounts', 'The figure.'),
      },
      { required: ['timestamp', 'count', 'capacity'] },
    ),
    CollectionsFound: object(
      {
        result: { const: 'ok' },
        collections: list(collection('A collection.'), 'The collections that match.'),
        'next-cursor': NEXT_CURSOR,
        utilization: UTILIZATION,
      },
      { required: ['result', 'collections', 'utilization'] },
    ),
    ReservationsFound: object(
      {
        result: { const: 'ok' },
        reservations: list(id('A reservation.'), 'The reservations that match.'),
        'next-cursor': NEXT_CURSOR,
        utilization: UTILIZATION,
      },
      { required: ['result', 'reservations', 'utilization'] },
    ),
  },
};
