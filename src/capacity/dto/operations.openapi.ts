import { Outcome } from '../../openapi/operations.js';
import { SAMPLE } from '../../openapi/samples.js';
import { CollectionsFound, ReservationsFound } from './capacity-answers.js';

const WINDOW = { start: SAMPLE.start, end: SAMPLE.end };

const ROW = { timestamp: SAMPLE.start, count: 1, capacity: { cores: 4, ram: 8192, instances: 2 } };

export const QueryCapacity = () =>
  Outcome({
    id: 'queryCapacity',
    repeatable: false,
    summary: 'Which collections make up a figure, and how it goes over a window',
    description:
      'total: pools; reserved: reservations; usage: instances; available: pools, reservations and instances without a ' +
      'reservation. With `elements` the figures are of the collections they select; only `available` is what is free on ' +
      'the selected providers, also less what is reserved or used there by others: it is never more than can be ' +
      'reserved there, and nothing where no provider is selected.',
    examples: {
      available: {
        summary: 'Available capacity in a window',
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
    answer: CollectionsFound,
    ok: { collections: [`ResourceReservation:${SAMPLE.reservation}`], utilization: [ROW] },
  });

export const QueryReservation = () =>
  Outcome({
    id: 'queryReservation',
    repeatable: false,
    summary: 'Which reservations match, and what they reserve over a window',
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
    answer: ReservationsFound,
    ok: { reservations: [SAMPLE.reservation], utilization: [ROW] },
  });
