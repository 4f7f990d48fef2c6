import { outcome } from '../../http/openapi/builders.js';
import type { ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
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
  type Members,
} from '../../http/openapi/schema.js';

const COLLECTION = text('A bare id or `<Kind>:<id>`.');

const QUERY: Members = {
  zone: text('Only this zone; by default all.', 255),
  'show-utilization': booleanText('Whether `utilization` is wanted.', { default: true }),
  without: requestList(COLLECTION, 'Collections to leave out of the result and of the figures.'),
  elements: ref('ElementsFilter'),
  window: ref('WindowFilter'),
};

const WINDOW = { start: SAMPLE.start, end: SAMPLE.end };

const ROW = { timestamp: SAMPLE.start, count: 1, capacity: { cores: 4, ram: 8192, instances: 2 } };

const UTILIZATION = list(
  ref('UtilizationRow'),
  'One row per instant at which something changes, the first at the start of the window; empty when not wanted.',
);

export const CAPACITY_OPERATIONS_API: ApiPart = {
  paths: {
    '/query-capacity': outcome({
      id: 'queryCapacity',
      tag: 'Operations',
      summary: 'Which collections make up a figure, and how it goes over a window',
      description:
        'total: pools; reserved: reservations; usage: instances; available: pools, reservations and instances without a ' +
        'reservation.',
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
      some: requestList(COLLECTION, 'Only collections that contain one or more of these.'),
      every: requestList(COLLECTION, 'Only collections that contain all of these.'),
    }),
    WindowFilter: object({
      start: {
        ...startTime('Its start.'),
        description: 'Its start; omitted, null, 0 and "0" mean that it has none.',
      },
      end: endTime('Its end; absent or null: none.'),
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
        utilization: UTILIZATION,
      },
      { required: ['result', 'collections', 'utilization'] },
    ),
    ReservationsFound: object(
      {
        result: { const: 'ok' },
        reservations: list(id('A reservation.'), 'The reservations that match.'),
        utilization: UTILIZATION,
      },
      { required: ['result', 'reservations', 'utilization'] },
    ),
  },
};
