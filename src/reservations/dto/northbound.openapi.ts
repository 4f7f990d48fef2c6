import type { Refusal } from '../../http/openapi/answers.js';
import { command, PAGE_PARAMETERS, question, type Refusals } from '../../http/openapi/builders.js';
import {
  pathParameter,
  queryParameter,
  type ApiPart,
  type Examples,
  type Parameter,
  type PathItem,
} from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { list, ref } from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { NORTHBOUND_SCHEMAS } from './northbound-schemas.openapi.js';
import { CREATE_EXAMPLES, RESERVED_EXAMPLES } from './northbound-examples.openapi.js';

const TAG = 'Reservations';

const BODIES: Readonly<Record<NorthboundKind, string>> = {
  compute: 'ComputeBody',
  network: 'NetworkBody',
  storage: 'StorageBody',
};

const INVALID: Refusal = {
  description:
    'The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), ' +
    'or a policy forbids it (`policy-violated`).',
  code: 'invalid-request',
  detail: 'endTime must be later than startTime',
  field: 'endTime',
  title: 'Invalid request',
};

const UNKNOWN: Refusal = {
  description:
    'The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is ' +
    'unknown (`unknown-zone`).',
  code: 'unknown-reservation',
  detail: 'no reservation found for specified identifier',
  field: 'reservationId',
};

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

const REFUSALS: Refusals = { 400: INVALID, 404: UNKNOWN, 409: SHORT };

function create(kind: NorthboundKind): PathItem {
  return {
    post: command({
      repeatable: true,
      forTenant: true,
      id: `create${capital(kind)}Reservation`,
      tag: TAG,
      summary: `Reserve ${kind} resources`,
      description:
        'At least one amount that is not zero. `endTime` absent: open; `zoneId` absent: where it fits best.',
      body: ref(`Create${BODIES[kind]}`),
      examples: CREATE_EXAMPLES[kind],
      status: 201,
      says: 'Reserved. The status is always `initialized`, also where the start is now.',
      answer: ref(`${capital(kind)}ReservationAnswer`),
      answers: answersOf(kind, 'initialized'),
      refusals: REFUSALS,
    }),
  };
}

function update(kind: NorthboundKind): PathItem {
  return {
    post: command({
      repeatable: true,
      id: `update${capital(kind)}Reservation`,
      tag: TAG,
      summary: `Change a reservation of ${kind} resources, all or nothing`,
      description:
        'A member that is left out keeps its value; `endTime` null takes the end away. Only the amounts of this kind change, and a ' +
        'reservation keeps its form: containers are replaced by containers, a pool by a pool.',
      body: ref(`Update${BODIES[kind]}`),
      examples: {
        start: {
          summary: 'Another start',
          value: { reservationId: SAMPLE.reservation, startTime: SAMPLE.start },
        },
        end: {
          summary: 'Another end',
          value: { reservationId: SAMPLE.reservation, endTime: SAMPLE.laterEnd },
        },
      },
      status: 201,
      says: 'Changed.',
      answer: ref(`${capital(kind)}ReservationAnswer`),
      answers: answersOf(kind, 'active'),
      refusals: REFUSALS,
    }),
  };
}

const BY_ID = 'Ids of reservations; repeat it for several. The short form of `queryReservationFilter`.';

const PARAMETERS: readonly Parameter[] = [
  queryParameter('reservationId', list({ type: 'string' }, BY_ID)),
  ...PAGE_PARAMETERS,
];

function query(kind: NorthboundKind): PathItem {
  return question({
    id: `query${capital(kind)}Reservations`,
    tag: TAG,
    summary: `Look up reservations of ${kind} resources`,
    description:
      'One id: `queryResult` is an object. Several: a list in that order. None: a page of all live reservations of the kind.',
    filter: 'ReservationFilter',
    examples: {
      one: { value: { queryReservationFilter: [{ reservationId: SAMPLE.reservation }] } },
      all: { value: {} },
    },
    parameters: PARAMETERS,
    answer: `${capital(kind)}ReservationsFound`,
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

function terminate(kind: NorthboundKind): PathItem {
  return {
    delete: command({
      repeatable: true,
      id: `terminate${capital(kind)}Reservation`,
      tag: TAG,
      summary: `Terminate a reservation of ${kind} resources`,
      parameters: [pathParameter('reservation_id', 'Its id, bare or as `ResourceReservation:<id>`.')],
      status: 200,
      says: 'Terminated.',
      answer: ref('ReservationTerminated'),
      answers: { example: { value: { reservationId: SAMPLE.reservation } } },
      refusals: { 404: UNKNOWN, 409: PROTECTED },
    }),
  };
}

function answersOf(kind: NorthboundKind, status: string): Examples {
  const examples = RESERVED_EXAMPLES[kind].map(({ name, value }) => {
    return [name, { value: { reservationData: value(status) } }] as const;
  });
  return Object.fromEntries(examples);
}

function pathsOf(kind: NorthboundKind): ApiPart['paths'] {
  return {
    [`/reservation/${kind}/create`]: create(kind),
    [`/reservation/${kind}/query`]: query(kind),
    [`/reservation/${kind}/update`]: update(kind),
    [`/reservation/${kind}/{reservation_id}`]: terminate(kind),
  };
}

function capital(kind: NorthboundKind): string {
  return kind[0].toUpperCase() + kind.slice(1);
}

export const RESERVATION_NORTHBOUND_API: ApiPart = {
  paths: { ...pathsOf('compute'), ...pathsOf('network'), ...pathsOf('storage') },
  schemas: NORTHBOUND_SCHEMAS,
};
