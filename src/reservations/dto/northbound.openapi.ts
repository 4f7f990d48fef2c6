import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { capital, operationsOf, pathId } from '../../openapi/operations.js';
import type { Refusal } from '../../openapi/problems.js';
import { malformed, unknown, type Refusals } from '../../openapi/refusals.js';
import { example, SAMPLE, type Examples } from '../../openapi/samples.js';
import {
  rehearsedAnswer,
  reservationAnswer,
  reservationsFound,
  ReservationTerminated,
  TerminationRehearsed,
} from './northbound-schemas.js';
import { CREATE_EXAMPLES, RESERVED_EXAMPLES } from './northbound-examples.openapi.js';
import { CONFIRMATION } from './operations.openapi.js';
import { ReservationFilter } from './reservation-filter.dto.js';

const { Command, Question } = operationsOf('Reservations');

const INVALID = malformed(
  'endTime',
  'endTime must be later than startTime',
  'a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`).',
);

const UNKNOWN = unknown('reservation', {
  description:
    'The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is ' +
    'unknown (`unknown-zone`).',
  field: 'reservationId',
});

const SHORT: Refusal = {
  description:
    'Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more ' +
    '(`in-use`).',
  code: 'capacity-insufficient',
  detail: `requested numCpuCores=4 exceeds available 2 between ${SAMPLE.start} and ${SAMPLE.end}`,
  offer: 'northbound',
};

const PROTECTED: Refusal = {
  description: 'Another reservation protects it (`protected`).',
  code: 'protected',
  detail: `reservationId ${SAMPLE.reservation} is protected by reservation ${SAMPLE.subscription}`,
  field: 'reservationId',
};

const NOT_HELD: Refusal = {
  description:
    'The reservation waits for capacity: it holds nothing that could be confirmed (`reservation-inactive`).',
  code: 'reservation-inactive',
  detail:
    'reservationId names a reservation that is waiting for capacity: it holds nothing that could be confirmed',
  field: 'reservationId',
};

const REFUSALS: Refusals = { 400: INVALID, 404: UNKNOWN, 409: SHORT };

export function CreateOperation(kind: NorthboundKind): MethodDecorator {
  return Command({
    forTenant: true,
    id: `create${capital(kind)}Reservation`,
    summary: `Reserve ${kind} resources`,
    description:
      'At least one amount that is not zero. `endTime` absent: open; `zoneId` absent: where it fits best.',
    examples: CREATE_EXAMPLES[kind],
    status: 201,
    says: 'Reserved. The status is `initialized`, also where the start is now, or `held`, or `waiting`.',
    answer: reservationAnswer(kind),
    answers: answersOf(kind, 'initialized'),
    dryAnswer: rehearsedAnswer(kind),
    refusals: REFUSALS,
  });
}

export function ConfirmOperation(kind: NorthboundKind): MethodDecorator {
  return Command({
    id: `confirm${capital(kind)}Reservation`,
    summary: `Confirm a held reservation of ${kind} resources`,
    description: CONFIRMATION,
    examples: example({ reservationId: SAMPLE.reservation }),
    status: 201,
    says: 'Confirmed.',
    answer: reservationAnswer(kind),
    answers: answersOf(kind, 'active'),
    refusals: { 400: INVALID, 404: UNKNOWN, 409: NOT_HELD },
  });
}

export function UpdateOperation(kind: NorthboundKind): MethodDecorator {
  return Command({
    id: `update${capital(kind)}Reservation`,
    summary: `Change a reservation of ${kind} resources, all or nothing`,
    description:
      'A member that is left out keeps its value; `endTime` null takes the end away. Only the amounts of this kind change, and a ' +
      'reservation keeps its form: containers are replaced by containers, a pool by a pool.',
    examples: {
      start: {
        summary: 'Another start',
        value: { reservationId: SAMPLE.reservation, startTime: SAMPLE.start },
      },
      end: {
        summary: 'Another end',
        value: { reservationId: SAMPLE.reservation, endTime: SAMPLE.laterEnd },
      },
      dryRun: {
        summary: 'Whether it can end then',
        value: { reservationId: SAMPLE.reservation, endTime: SAMPLE.laterEnd, dryRun: true },
      },
    },
    status: 201,
    says: 'Changed.',
    answer: reservationAnswer(kind),
    answers: answersOf(kind, 'active'),
    dryAnswer: rehearsedAnswer(kind),
    refusals: REFUSALS,
  });
}

export function QueryOperation(kind: NorthboundKind): MethodDecorator {
  return Question({
    id: `query${capital(kind)}Reservations`,
    summary: `Look up reservations of ${kind} resources`,
    description:
      'One id: `queryResult` is an object. Several: a list in that order. None: a page of all live reservations of the kind.',
    filter: ReservationFilter,
    examples: {
      one: { value: { queryReservationFilter: [{ reservationId: SAMPLE.reservation }] } },
      all: { value: {} },
    },
    answer: reservationsFound(kind),
    answers: {
      one: { value: { queryResult: RESERVED_EXAMPLES[kind][0].value('active') } },
      all: { value: { queryResult: [RESERVED_EXAMPLES[kind][0].value('active')] } },
    },
    refusals: {
      400: { ...INVALID, detail: 'limit must be an integer from 1 to 1000', field: 'limit' },
      404: UNKNOWN,
    },
  });
}

export function TerminateOperation(kind: NorthboundKind): MethodDecorator {
  return Command({
    id: `terminate${capital(kind)}Reservation`,
    summary: `Terminate a reservation of ${kind} resources`,
    path: pathId('ResourceReservation', 'reservation_id'),
    says: 'Terminated.',
    answer: ReservationTerminated,
    dryAnswer: TerminationRehearsed,
    answers: example({ reservationId: SAMPLE.reservation }),
    refusals: { 404: UNKNOWN, 409: PROTECTED },
  });
}

function answersOf(kind: NorthboundKind, status: string): Examples {
  const examples = RESERVED_EXAMPLES[kind].map(({ name, value }) => {
    return [name, { value: { reservationData: value(status) } }] as const;
  });
  return Object.fromEntries(examples);
}
