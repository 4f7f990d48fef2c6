import { RESERVATION_KINDS } from '../../allocation/records.js';
import { INT32_MAX } from '../../kernel/resource-amounts.js';
import { outcome, paged, read } from '../../http/openapi/builders.js';
import { kindFilter, LIST_FILTERS, stateFilter, UNKNOWN_ZONE } from '../../http/openapi/list-filters.js';
import { pathParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
  MARKS,
  amount,
  booleanText,
  endTime,
  id,
  object,
  pageOf,
  ref,
  reference,
  requestList,
  startTime,
  text,
  word,
  type Members,
  type Schema,
} from '../../http/openapi/schema.js';
import { RESERVATION_STATES } from '../reservation.js';
import { RECORD_EXAMPLE, RECORD_SCHEMAS } from './records.openapi.js';

const RESERVATION: Members = {
  zone: text('Id of an availability zone; by default the zone with the most room that fits.', 255),
  start: startTime('When consumption can begin.'),
  end: endTime('When consumption should end; absent or null: open. An update with null takes the end away.'),
  capacity: ref('RequestedAmounts', 'What to reserve.'),
  elements: requestList(
    reference('An instance, pool, provider or reservation.'),
    'Existing elements that are protected while the reservation lives; a provider or pool also says where it lies.',
  ),
  expiry: {
    ...amount(
      'Seconds after the start at which a reservation nothing was taken from is released; not after its end. An update ' +
        'with null takes the expiry away.',
      INT32_MAX,
      1,
    ),
    type: ['integer', 'string', 'null'],
  },
  traits: ref(
    'RequiredTraits',
    'What each provider that backs it must be like. An update with null takes a trait away, or all of them.',
  ),
  ...MARKS,
};

const TRAIT: Schema = { type: ['string', 'null'], minLength: 1, maxLength: 255 };

const REQUIRED_TRAITS: Schema = {
  type: ['object', 'null'],
  properties: {
    cpuArchitecture: { ...TRAIT, description: 'Architecture of its processors; `x86` equals `x86_64`.' },
    typeOfStorage: { ...TRAIT, description: 'Sort of storage; `volume` where it is not known.' },
    rdmaSupported: {
      anyOf: [booleanText('Whether its storage has to support RDMA.'), { type: 'null' }],
      description: 'Whether its storage has to support RDMA; false requires nothing.',
    },
  },
};

const ID = text('The reservation, bare or as `ResourceReservation:<id>`.');

export const RESERVATION_OPERATIONS_API: ApiPart = {
  paths: {
    '/create-reservation': outcome({
      id: 'createReservation',
      repeatable: true,
      forTenant: true,
      tag: 'Operations',
      summary: 'Reserve capacity for a window',
      description:
        'At least one amount that is not zero, or one element. It is admitted if it fits at every instant of its ' +
        'window; a refusal for lack of capacity carries an offer.',
      body: 'CreateReservationBody',
      examples: {
        window: {
          summary: 'For a day',
          value: {
            zone: SAMPLE.zone,
            start: SAMPLE.start,
            end: SAMPLE.end,
            capacity: { cores: '4', ram: '8192', instances: '2', addresses: '1' },
          },
        },
        open: { summary: 'From now on, wherever it fits', value: { capacity: { cores: 2, instances: 1 } } },
        elements: {
          summary: 'On a given provider, released after an hour if unused',
          value: {
            capacity: { cores: 2, instances: 1 },
            elements: [`ResourceProvider:${SAMPLE.provider}`],
            expiry: 3600,
          },
        },
      },
      answer: 'ReservationAccepted',
      answers: {
        ok: {
          value: {
            result: 'ok',
            'reservation-id': SAMPLE.reservation,
            message: 'reservation request accepted',
          },
        },
      },
      conflicts: true,
    }),
    '/update-reservation': outcome({
      id: 'updateReservation',
      repeatable: true,
      tag: 'Operations',
      summary: 'Change a reservation, all or nothing',
      description:
        'A member that is left out keeps its value; a list replaces the one before. A reservation of containers takes no ' +
        '`capacity`: it keeps its form.',
      body: 'UpdateReservationBody',
      examples: {
        longer: {
          summary: 'A later end',
          value: { 'reservation-id': SAMPLE.reservation, end: SAMPLE.laterEnd },
        },
        more: {
          summary: 'Other amounts',
          value: { 'reservation-id': SAMPLE.reservation, capacity: { cores: '6', instances: '3' } },
        },
        open: { summary: 'No end', value: { 'reservation-id': SAMPLE.reservation, end: null } },
      },
      answer: 'Done',
      answers: { ok: { value: { result: 'ok', message: 'reservation update successful' } } },
      conflicts: true,
    }),
    '/cancel-reservation': outcome({
      id: 'cancelReservation',
      repeatable: true,
      tag: 'Operations',
      summary: 'Cancel a reservation',
      description:
        'What no instance uses is free at once; each instance keeps what it uses until the reservation’s end.',
      body: 'CancelReservationBody',
      examples: { example: { value: { 'reservation-id': SAMPLE.reservation } } },
      answer: 'Done',
      answers: { ok: { value: { result: 'ok', message: 'reservation canceled' } } },
      conflicts: true,
    }),
    '/reservations': paged({
      id: 'listReservations',
      tag: 'Records',
      summary: 'The reservations of both interfaces, ended ones included',
      parameters: [
        LIST_FILTERS.zone,
        LIST_FILTERS.provider,
        LIST_FILTERS.tenant,
        stateFilter(RESERVATION_STATES),
        kindFilter(RESERVATION_KINDS),
        LIST_FILTERS.name,
        LIST_FILTERS.label,
        LIST_FILTERS.from,
        LIST_FILTERS.to,
      ],
      refusals: { 404: UNKNOWN_ZONE },
      answer: 'ReservationPage',
      item: RECORD_EXAMPLE,
    }),
    '/reservations/{id}': read({
      id: 'readReservation',
      tag: 'Records',
      summary: 'One reservation, with what backs it, its instances and its history',
      parameters: [pathParameter('id', 'Its id, bare or as `ResourceReservation:<id>`.')],
      says: 'The reservation.',
      answer: ref('Reservation'),
      answers: { example: { value: { ...RECORD_EXAMPLE, claims: [], instances: [], history: [] } } },
      refusals: {
        404: {
          description: 'There is no such reservation (`unknown-reservation`).',
          code: 'unknown-reservation',
          detail: 'no reservation found for specified identifier',
          field: 'id',
        },
      },
    }),
  },
  schemas: {
    ...RECORD_SCHEMAS,
    RequiredTraits: REQUIRED_TRAITS,
    CreateReservationBody: object(RESERVATION),
    UpdateReservationBody: object({ 'reservation-id': ID, ...RESERVATION }, { required: ['reservation-id'] }),
    CancelReservationBody: object({ 'reservation-id': ID }, { required: ['reservation-id'] }),
    ReservationAccepted: object(
      {
        result: { const: 'ok' },
        'reservation-id': id('Its id.'),
        message: word('`reservation request accepted`'),
      },
      { required: ['result', 'reservation-id', 'message'] },
    ),
    ReservationPage: pageOf(ref('ReservationSummary')),
  },
};
