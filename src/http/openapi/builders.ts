import { DEFAULT_LIMIT, MAX_LIMIT } from '../paging.js';
import { answer, edgeRefusals, emptyAnswer, refusal, type HeaderName, type Refusal } from './answers.js';
import {
  jsonBody,
  queryParameter,
  SERVICE_TAG,
  type Example,
  type Examples,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
} from './operation.js';
import { oneOf, ref, type Schema } from './schema.js';
import { REFUSED_EXAMPLES } from './shared-schemas.js';

interface Told {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Whether a repetition under the same `Idempotency-Key` is answered without a second effect. */
  readonly repeatable?: boolean;
  /** Whether it is made for a tenant, see `Headroom-Tenant`. */
  readonly forTenant?: boolean;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; ' +
    'the answer then has `Idempotency-Replayed: true`. Keys are those of a tenant (`Headroom-Tenant`, or none): others may use ' +
    'the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const TENANT: Parameter = {
  name: 'Headroom-Tenant',
  in: 'header',
  required: false,
  description:
    'Whom it is made for: what the tenant holds is counted against the limits the operator has set, and a subscription ' +
    'to all reservations tells of those of the tenant. It is believed, so it is for whatever authenticates callers in ' +
    'front of the service to set.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const KEYS_TENANT: Parameter = { ...TENANT, description: 'Whose `Idempotency-Key` it is.' };

interface OutcomeParts extends Told {
  /** Names of the schemas of the body and of the answer. */
  readonly body: string;
  readonly examples: Examples;
  readonly answer: string;
  readonly answers: Examples;
  readonly status?: 200 | 201;
  /** Whether capacity can be short. */
  readonly conflicts?: boolean;
}

function headersOf(
  { repeatable = false, forTenant = false }: Told,
  others: readonly Parameter[] = [],
): Parameter[] | undefined {
  const tenant = forTenant ? [TENANT] : repeatable ? [KEYS_TENANT] : [];
  const all = [...others, ...(repeatable ? [IDEMPOTENCY_KEY] : []), ...tenant];
  return all.length > 0 ? all : undefined;
}

function replayed({ repeatable = false }: Told): HeaderName[] {
  return repeatable ? ['Idempotency-Replayed'] : [];
}

/** An operation of Group A: one status for every outcome, which `result` tells. */
export function outcome(parts: OutcomeParts): PathItem {
  const { status = 200, conflicts = false } = parts;
  const { error, conflict } = REFUSED_EXAMPLES;
  const examples = { ...parts.answers, error, ...(conflicts ? { conflict } : {}) };
  const schema = { anyOf: [ref(parts.answer), ref('OperationRefused')] };
  return {
    post: {
      ...head(parts),
      parameters: headersOf(parts),
      requestBody: jsonBody(ref(parts.body), parts.examples),
      responses: {
        [status]: answer(
          'The outcome: `result` is `ok`, `conflict` or `error`.',
          schema,
          examples,
          replayed(parts),
        ),
        ...edgeRefusals('Operations', true),
      },
    },
  };
}

export type Refusals = Readonly<Record<number, Refusal>>;

interface CommandParts extends Told {
  readonly body?: Schema;
  readonly examples?: Examples;
  readonly parameters?: readonly Parameter[];
  readonly status: number;
  /** None: an empty answer. */
  readonly answer?: Schema;
  readonly answers?: Examples;
  readonly says: string;
  readonly refusals: Refusals;
}

export const NOT_AN_OBJECT = {
  description: 'There is a body, although none is needed, and it is no JSON object (`body-not-an-object`).',
  code: 'body-not-an-object',
  detail: 'The body must be a JSON object.',
};

/** A command of Group B or an additive one: statuses tell the outcome. A body it has no use for is read all the same. */
export function command(parts: CommandParts): Operation {
  const { body, examples = {}, says, answers = {} } = parts;
  const names = replayed(parts);
  const done = parts.answer ? answer(says, parts.answer, answers, names) : emptyAnswer(says, names);
  return {
    ...head(parts),
    parameters: headersOf(parts, parts.parameters),
    requestBody: body && jsonBody(body, examples),
    responses: {
      ...edgeRefusals('', true),
      ...refusalsOf(parts.refusals),
      [parts.status]: done,
    },
  };
}

interface ReadParts extends Told {
  readonly parameters?: readonly Parameter[];
  readonly answer: Schema;
  readonly answers: Examples;
  readonly says: string;
  readonly refusals?: Refusals;
}

export function read(parts: ReadParts): PathItem {
  const ok = answer(parts.says, parts.answer, parts.answers);
  const unknown = parts.tag === SERVICE_TAG ? {} : refusalsOf({ 400: UNKNOWN_PARAMETER });
  const responses = { ...edgeRefusals('', false), ...unknown, ...refusalsOf(parts.refusals ?? {}), 200: ok };
  return { get: { ...head(parts), parameters: parts.parameters, responses } };
}

export const PAGE_PARAMETERS: readonly Parameter[] = [
  queryParameter('limit', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'Items in the answer at most.',
  }),
  queryParameter('cursor', { type: 'string', description: 'The `next` of an earlier page.' }),
];

const UNKNOWN_PARAMETER: Refusal = {
  description: 'A query parameter, or a member of a body, is not known here (`invalid-request`).',
  code: 'invalid-request',
  detail: 'zone is not known here',
  field: 'zone',
};

const ORDER = queryParameter('order', {
  ...oneOf(['asc', 'desc'], '`asc`: the oldest first; `desc`: the newest first.'),
  default: 'asc',
});

const BAD_PAGE: Refusal = {
  description:
    'A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`).',
  code: 'invalid-request',
  detail: 'limit must be an integer from 1 to 1000',
  field: 'limit',
  title: 'Invalid request',
};

interface PagedParts extends Told {
  /** Beside those of the page. */
  readonly parameters?: readonly Parameter[];
  readonly refusals?: Refusals;
  readonly answer: string;
  /** An example of one. */
  readonly item: unknown;
}

/** A list that is read page by page. */
export function paged(parts: PagedParts): PathItem {
  const examples = { example: { value: { items: [parts.item] } } };
  const says =
    'A page; `next` says that the list goes on. It may be short, even empty, and go on all the same.';
  const ok = answer(says, ref(parts.answer), examples, ['Link']);
  const refusals = refusalsOf({ 400: BAD_PAGE, ...parts.refusals });
  const responses = { ...edgeRefusals('', false), ...refusals, 200: ok };
  const parameters = [...(parts.parameters ?? []), ORDER, ...PAGE_PARAMETERS];
  return { get: { ...head(parts), parameters, responses } };
}

interface QuestionParts extends Told {
  /** Name of the schema of the filter. */
  readonly filter: string;
  readonly examples: Readonly<Record<string, Example>>;
  readonly parameters: readonly Parameter[];
  readonly answer: string;
  readonly answers: Examples;
  readonly refusals: Refusals;
}

const FORMS =
  'The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. ' +
  'A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the ' +
  'body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.';

/** A question of Group B: a GET whose filter travels in either of two places. */
export function question(parts: QuestionParts): PathItem {
  const told = { ...parts, description: [parts.description, FORMS].filter(Boolean).join('\n\n') };
  const ok = answer('The answer.', ref(parts.answer), parts.answers, ['Cache-Control']);
  return {
    get: {
      ...head(told),
      parameters: parts.parameters,
      requestBody: jsonBody(ref(parts.filter), parts.examples, false),
      responses: { ...edgeRefusals('', true), ...refusalsOf(parts.refusals), 200: ok },
    },
  };
}

function head({ id, tag, summary, description }: Told): Omit<Operation, 'responses'> {
  return { operationId: id, tags: [tag], summary, description };
}

function refusalsOf(refusals: Refusals): Readonly<Record<string, Response>> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, parts]: [string, Refusal]) => [
      status,
      refusal(Number(status), parts),
    ]),
  );
}
