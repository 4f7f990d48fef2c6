import { CLASS_OF_TYPE, NORTHBOUND_MEMBER } from '../../kernel/northbound-kind.js';
import { BUILT_IN_CLASSES, classesOf, type ResourceClass } from '../../kernel/resource-amounts.js';
import { MAX_WARNINGS } from '../warnings.js';
import { SAMPLE } from './samples.js';
import {
  amount,
  instant,
  integer,
  list,
  object,
  oneOf,
  ref,
  word,
  type Members,
  type Schema,
} from './schema.js';

const UNITS: Readonly<Record<ResourceClass, string>> = {
  cores: 'Cores',
  ram: 'Memory in MB',
  instances: 'Instances',
  addresses: 'Public IPv4 addresses',
  gigabytes: 'Storage in GB',
  volumes: 'Volumes',
  snapshots: 'Snapshots',
  networks: 'Networks',
  ports: 'Ports',
  routers: 'Routers',
  subnets: 'Subnets',
};

/** The schemas that more than one module speaks of; `classes` are those there are here, custom ones included. */
export function sharedSchemas(classes: ReadonlyMap<ResourceClass, number>): Readonly<Record<string, Schema>> {
  return {
    RequestedAmounts: requestedAmounts(classes),
    Amounts: object(Object.fromEntries(named(classes).map(([name, unit]) => [name, integer(`${unit}.`)])), {
      description: 'An amount per resource class; a class that is absent is none.',
    }),
    CustomAmounts: customAmounts(classes),
    ComputeResourceTypeId: computeTypes(classes),
    CapacityInformation: CAPACITY_INFORMATION,
    NorthboundAmounts: NORTHBOUND_AMOUNTS,
    Offer: offer('Amounts'),
    NorthboundOffer: offer('NorthboundAmounts'),
    FieldError: FIELD_ERROR,
    Warnings: WARNINGS,
    Problem: problem({}, []),
    NorthboundProblem: problem({ offer: ref('NorthboundOffer') }, []),
    OperationsProblem: problem(
      {
        result: { const: 'error', description: 'As in an outcome.' },
        message: word('The same as `detail`.'),
      },
      ['result', 'message'],
    ),
    OperationRefused: OPERATION_REFUSED,
    Done: object(
      { result: { const: 'ok' }, message: word('What was done, in words that never change.') },
      { required: ['result', 'message'] },
    ),
  };
}

function named(classes: ReadonlyMap<ResourceClass, number>): [ResourceClass, string][] {
  return classesOf(Object.fromEntries(classes)).map((name) => [name, UNITS[name] ?? `Custom class ${name}`]);
}

function requestedAmounts(classes: ReadonlyMap<ResourceClass, number>): Schema {
  const members = named(classes).map(([name, unit]) => [name, amount(`${unit}.`, classes.get(name) ?? 0)]);
  return object(Object.fromEntries(members) as Members, {
    description:
      'An amount per resource class, as JSON integers or strings of decimal digits. Absent means none.',
    examples: [{ cores: '4', ram: '8192', instances: '2' }],
  });
}

/** The classes that are not built in, with the most one request may carry of each. */
function customClasses(classes: ReadonlyMap<ResourceClass, number>): [ResourceClass, number][] {
  return [...classes].filter(([name]) => !BUILT_IN_CLASSES.has(name));
}

function customAmounts(classes: ReadonlyMap<ResourceClass, number>): Schema {
  const members = customClasses(classes).map(([name, most]) => [name, amount(`Custom class ${name}.`, most)]);
  return object(Object.fromEntries(members) as Members, {
    additionalProperties: false,
    description: 'An amount per custom resource class, as the operator has declared them.',
  });
}

function computeTypes(classes: ReadonlyMap<ResourceClass, number>): Schema {
  const custom = customClasses(classes).map(([name]) => name);
  return oneOf(
    [...Object.keys(CLASS_OF_TYPE.compute), ...custom],
    'The type of compute resource; the names that begin with `num` are aliases, custom classes go by their own name.',
  );
}

const CAPACITY_INFORMATION = object(
  {
    available: integer('What a new reservation could take; negative when live instances exceed the total.'),
    reserved: integer('What reservations hold and no instance has drawn yet.'),
    total: integer('What was declared: increases minus decreases.'),
    allocated: integer('What live instances use.'),
  },
  {
    description:
      'total = available + reserved + allocated; only by attributes, where each is a whole number of shapes, they need not ' +
      'add up. With `attributeSelector` only the figures it selects.',
  },
);

/** A class that Group B has no member for keeps its name. */
const NORTHBOUND_AMOUNTS = object(
  Object.fromEntries(
    Object.entries(NORTHBOUND_MEMBER).map(([name, member]) => [member, integer(`${UNITS[name]}.`)]),
  ),
  {
    description: 'An amount per resource class, by the member that reserves it.',
    additionalProperties: { type: 'integer' },
  },
);

function offer(amounts: 'Amounts' | 'NorthboundAmounts'): Schema {
  return object(
    {
      maxCapacity: ref(amounts, 'The most that fits in the requested window.'),
      nextWindow: object(
        { start: instant('Its first instant.'), end: instant('The first instant after it; absent: open.') },
        {
          required: ['start'],
          description:
            'The earliest window of the same length in which the whole demand fits; absent when there is none.',
        },
      ),
    },
    { required: ['maxCapacity'], description: 'What the service could do instead.' },
  );
}

const FIELD_ERROR = object(
  {
    pointer: word('JSON pointer (RFC 6901) to the member of the request that is wrong.'),
    detail: word('What is wrong with it, naming it as the caller spelled it.'),
  },
  { required: ['pointer', 'detail'] },
);

const WARNINGS = list(
  word('A member that is not known where it is, as it was spelled, and one that may be meant.'),
  'Members and query parameters of the request that were ignored; absent: none.',
  MAX_WARNINGS,
);

const ERRORS = list(ref('FieldError'), 'The members that are wrong, one by one.');

function problem(more: Members, required: readonly string[]): Schema {
  return object(
    {
      type: word('`urn:problem-type:headroom:` and the code.'),
      title: word('What sort of problem it is, for people.'),
      status: integer('The HTTP status.'),
      detail: word('What is wrong with this request, for people.'),
      code: word('What sort of problem it is, for machines; a code never changes its meaning.'),
      errors: ERRORS,
      offer: ref('Offer'),
      dependents: list(
        { type: 'string' },
        'What is in the way, as `<Kind>:<id>`; not all of it where there is much.',
      ),
      requestId: word('The id of the request, as in `X-Request-Id`.'),
      warnings: ref('Warnings'),
      ...more,
    },
    {
      required: ['type', 'title', 'status', 'detail', 'code', ...required],
      description:
        'A problem as in RFC 9457. Sent as `application/json` to a client that accepts nothing else.',
    },
  );
}

const OPERATION_REFUSED = object(
  {
    result: oneOf(
      ['conflict', 'error'],
      '`conflict`: capacity does not suffice, or something is in the way. `error`: the request has to be changed.',
    ),
    message: word('The reason, for people; names the field that is wrong.'),
    errors: ERRORS,
    offer: ref('Offer'),
    warnings: ref('Warnings'),
  },
  {
    required: ['result', 'message'],
    description: 'An operation that was not carried out; nothing has changed.',
  },
);

/** Examples of outcomes, for the operations that can have them. */
export const REFUSED_EXAMPLES = {
  error: {
    summary: 'Something in the request is wrong',
    value: {
      result: 'error',
      message: 'end must lie in the future',
      errors: [{ pointer: '/end', detail: 'end must lie in the future' }],
    },
  },
  conflict: {
    summary: 'Capacity does not suffice',
    value: {
      result: 'conflict',
      message: `requested cores=4 exceeds available 2 between ${SAMPLE.start} and ${SAMPLE.end}`,
      offer: {
        maxCapacity: { cores: 2, ram: 4096, instances: 1 },
        nextWindow: { start: '2030-06-02T08:00:00Z', end: '2030-06-02T18:00:00Z' },
      },
    },
  },
} as const;
