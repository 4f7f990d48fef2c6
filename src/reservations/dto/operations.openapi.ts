import { Outcome, Paged, pathId, Read } from '../../openapi/operations.js';
import { unknown, UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { Done } from '../../openapi/answer-parts.js';
import {
  CancellationRehearsed,
  ChangeRehearsed,
  ReservationRehearsed,
  SeriesRehearsed,
} from './dry-run-answers.js';
import { Reservation, ReservationAccepted, ReservationPage, SeriesDone } from './reservation-answers.js';

const RECORD_EXAMPLE = {
  reservationId: SAMPLE.reservation,
  zone: SAMPLE.zone,
  kind: 'compute',
  state: 'initialized',
  start: SAMPLE.start,
  end: SAMPLE.end,
  capacity: { cores: 4, ram: 8192, instances: 2 },
  elements: [],
  publicIps: [],
  created: SAMPLE.now,
  updated: SAMPLE.now,
};

export const CreateReservation = () =>
  Outcome({
    id: 'createReservation',
    forTenant: true,
    summary: 'Reserve capacity for a window',
    description:
      'At least one amount that is not zero, or one element. It is admitted if it fits at every instant of its ' +
      'window; a refusal for lack of capacity carries an offer.',
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
      open: {
        summary: 'From now on, in any zone in which it fits',
        value: { capacity: { cores: 2, instances: 1 } },
      },
      held: {
        summary: 'Held for five minutes, to be confirmed',
        value: { zone: SAMPLE.zone, capacity: { cores: 2, instances: 1 }, hold: 300 },
      },
      elements: {
        summary: 'On a given provider, released after an hour if unused',
        value: {
          capacity: { cores: 2, instances: 1 },
          elements: [`ResourceProvider:${SAMPLE.provider}`],
          expiry: 3600,
        },
      },
      waiting: {
        summary: 'Waiting for a day if it does not fit now',
        value: { zone: SAMPLE.zone, capacity: { cores: 2 }, end: SAMPLE.end, wait: true },
      },
      series: {
        summary: 'Each Monday for ten weeks, all or none',
        value: {
          capacity: { cores: 2 },
          start: SAMPLE.start,
          end: SAMPLE.end,
          repeat: 'FREQ=WEEKLY;BYDAY=MO;COUNT=10',
        },
      },
      dryRun: { summary: 'Whether it fits, and where', value: { capacity: { cores: 2 }, 'dry-run': true } },
    },
    answer: ReservationAccepted,
    ok: { 'reservation-id': SAMPLE.reservation, message: 'reservation request accepted' },
    dryAnswer: [ReservationRehearsed, SeriesRehearsed],
    conflicts: true,
  });

/** Of both interfaces. */
export const CONFIRMATION =
  'Ends the hold: the reservation is `initialized` or `active` from then on. A reservation that is not ' +
  'held does not change. After its hold is over, a reservation is unknown.';

export const ConfirmReservation = () =>
  Outcome({
    id: 'confirmReservation',
    summary: 'Confirm a held reservation',
    description: CONFIRMATION,
    examples: example({ 'reservation-id': SAMPLE.reservation }),
    answer: Done,
    ok: { message: 'reservation confirmed' },
  });

export const UpdateReservation = () =>
  Outcome({
    id: 'updateReservation',
    summary: 'Change a reservation, all or nothing',
    description:
      'An absent member keeps its value; a list replaces the present list. A reservation keeps its form: one ' +
      'of containers accepts no `capacity`.',
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
      dryRun: {
        summary: 'Whether it can be longer',
        value: { 'reservation-id': SAMPLE.reservation, end: SAMPLE.laterEnd, 'dry-run': true },
      },
    },
    answer: SeriesDone,
    ok: { message: 'reservation update successful' },
    dryAnswer: [ChangeRehearsed, SeriesRehearsed],
    conflicts: true,
  });

export const CancelReservation = () =>
  Outcome({
    id: 'cancelReservation',
    summary: 'Cancel a reservation',
    description:
      'Releases the amounts that no instance uses at once. Each live instance keeps its capacity until the ' +
      'reservation’s end.',
    examples: {
      example: { value: { 'reservation-id': SAMPLE.reservation } },
      series: { summary: 'All of a series that have not begun', value: { 'series-id': SAMPLE.series } },
      dryRun: {
        summary: 'Whether it can be cancelled',
        value: { 'reservation-id': SAMPLE.reservation, 'dry-run': true },
      },
    },
    answer: SeriesDone,
    ok: { message: 'reservation canceled' },
    dryAnswer: CancellationRehearsed,
    conflicts: true,
  });

export const ListReservations = () =>
  Paged({
    id: 'listReservations',
    summary: 'The reservations of both interfaces, ended ones included',
    refusals: { 404: UNKNOWN_ZONE },
    answer: ReservationPage,
    item: RECORD_EXAMPLE,
  });

export const ReadReservation = () =>
  Read({
    id: 'readReservation',
    summary: 'One reservation, with what backs it, its instances and its history',
    path: pathId('ResourceReservation'),
    says: 'The reservation.',
    answer: Reservation,
    answers: example({ ...RECORD_EXAMPLE, claims: [], instances: [], history: [] }),
    refusals: { 404: unknown('reservation', { field: 'id' }) },
  });
