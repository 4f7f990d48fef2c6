import { MAX_LIST_LENGTH, MAX_TEXT_LENGTH } from '../wire-checks.js';
import { LABEL_KEY_PATTERN, MAX_LABEL_VALUE, MAX_LABELS } from '../wire-labels.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it: the keywords this service's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly properties?: Members;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export type Members = Readonly<Record<string, Schema>>;

/** A named schema of `components.schemas`, said in other words where `description` is given. */
export function ref(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, description };
}

export function object(properties: Members, more: Partial<Schema> = {}): Schema {
  return { type: 'object', properties, ...more };
}

export function list(items: Schema, description: string, maxItems?: number): Schema {
  return { type: 'array', items, maxItems, description };
}

/** A list in a request, which has a longest length. */
export function requestList(items: Schema, description: string): Schema {
  return list(items, description, MAX_LIST_LENGTH);
}

export function text(description: string, maxLength = MAX_TEXT_LENGTH): Schema {
  return { type: 'string', minLength: 1, maxLength, description };
}

export function oneOf(values: readonly string[], description: string, more: Partial<Schema> = {}): Schema {
  return { type: 'string', enum: values, description, ...more };
}

/** A request's number: a JSON integer or its decimal digits. */
export function amount(description: string, maximum: number, minimum = 0): Schema {
  return { type: ['integer', 'string'], minimum, maximum, pattern: '^[0-9]+$', description };
}

export function startTime(description: string): Schema {
  const now = 'Omitted, null, 0 and "0" mean now; a start in the past means from now on.';
  const time = { type: 'string', format: 'date-time' };
  return { anyOf: [time, { enum: [0, '0', null] }], description: `${description} ${now}` };
}

export function endTime(description: string): Schema {
  return { type: ['string', 'null'], format: 'date-time', description };
}

export function booleanText(description: string, more: Partial<Schema> = {}): Schema {
  const words = { type: 'string', pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$' };
  return { anyOf: [{ type: 'boolean' }, words], description, ...more };
}

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const KINDS = 'ResourceProvider|ResourcePool|ResourceReservation|ResourceAllocation';

/** An id in a request where anything that can't be one is malformed. */
export function reference(description: string): Schema {
  return { type: 'string', pattern: `^((${KINDS}):)?${UUID}$`, description };
}

/** How a reservation or an instance is called, in a request. */
export const MARKS: Members = {
  name: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 255,
    description: 'A name to find it by; it need not be unique. Null takes it away.',
  },
  labels: {
    type: ['object', 'null'],
    maxProperties: MAX_LABELS,
    propertyNames: { pattern: LABEL_KEY_PATTERN },
    additionalProperties: { type: 'string', maxLength: MAX_LABEL_VALUE },
    description: 'Key → text, to find it by. Given anew they replace those before; null takes them away.',
  },
};

/** What an answer carries. */

export const MARKED: Members = {
  name: word('Its name, where it has one.'),
  labels: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Its labels, where it has some.',
  },
};

export function id(description: string): Schema {
  return { type: 'string', format: 'uuid', description };
}

export function collection(description: string): Schema {
  return { type: 'string', pattern: `^(${KINDS}):${UUID}$`, description };
}

export function instant(description: string): Schema {
  return { type: 'string', format: 'date-time', pattern: '^[0-9-]{10}T[0-9:]{8}Z$', description };
}

export function integer(description: string): Schema {
  return { type: 'integer', description };
}

export function word(description: string): Schema {
  return { type: 'string', description };
}

/** One page of a list. */
export function pageOf(items: Schema): Schema {
  const next = word('The `cursor` of the next page; absent on the last one, where the list ends.');
  return object({ items: list(items, 'The items of this page.'), next }, { required: ['items'] });
}
