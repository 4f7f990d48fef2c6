import { getSchemaPath } from '@nestjs/swagger';
import { WRONG_TYPE } from '../http/body/json-body.js';
import { FAILED_HERE, makeProblem, type ProblemDetails } from '../http/answers/problem.js';
import { NorthboundProblem, OperationsProblem, Problem as ProblemAnswer } from './answer-parts.js';
import { example } from './samples.js';

interface Header {
  readonly description?: string;
  readonly schema?: object;
  readonly $ref?: string;
}

interface ProblemResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content: Readonly<Record<string, object>>;
}

type ProblemClass = new () => ProblemAnswer;

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const REQUEST_ID = '4f1b9c0e7a2d5f3861-2s';

export const HEADERS: Readonly<Record<string, Header>> = {
  RequestId: {
    description:
      "The request's `X-Request-Id` (1 to 128 letters, digits, `.`, `_`, `-`), or one made for it.",
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds after which trying again makes sense.', schema: { type: 'integer' } },
  Link: {
    description: 'The address of the next page, as `<…>; rel="next"` (RFC 8288).',
    schema: { type: 'string' },
  },
  IdempotencyReplayed: {
    description:
      '`true` where the answer is that of an earlier request under the same `Idempotency-Key`; else absent.',
    schema: { const: 'true' },
  },
  WWWAuthenticate: {
    description: 'The accepted authentication schemes (RFC 9110).',
    schema: { type: 'string' },
  },
  CacheControl: { description: 'Always `no-store`.', schema: { const: 'no-store' } },
};

export type HeaderName =
  'Link' | 'Cache-Control' | 'Retry-After' | 'Idempotency-Replayed' | 'WWW-Authenticate';

export function headers(names: readonly HeaderName[]): Readonly<Record<string, Header>> {
  const all = ['X-Request-Id', ...names].map((name) => {
    const component = name.replace('X-', '').replaceAll('-', '');
    return [name, { $ref: `#/components/headers/${component}` }] as const;
  });
  return Object.fromEntries(all);
}

/** An RFC 9457 problem, under both of the types it may be sent as. */
function problem(
  description: string,
  type: ProblemClass,
  value: object,
  names: readonly HeaderName[] = [],
): ProblemResponse {
  const content = { schema: { $ref: getSchemaPath(type) }, examples: example(value) };
  const all = headers(['Cache-Control', ...names]);
  return { description, headers: all, content: { [PROBLEM_TYPE]: content, [JSON_TYPE]: content } };
}

/** What an operation answers with a status of its own: the code, and a detail as an example of it. */
export interface Refusal {
  readonly description: string;
  readonly code: string;
  readonly detail: string;
  /** The member the detail is about. */
  readonly field?: string;
  readonly title?: string;
  /** With a counter-offer: by class, or by Group B's members for them. */
  readonly offer?: keyof typeof OFFERS;
  readonly dependents?: readonly string[];
}

export function documentedRefusal(
  status: number,
  { description, code, detail, field, title, offer, dependents }: Refusal,
): ProblemResponse {
  const fields = field === undefined ? [] : [{ path: field.split('.'), detail }];
  const parts = { fields, title, offer: offer && OFFERS[offer].example, dependents, requestId: REQUEST_ID };
  const type = offer ? OFFERS[offer].type : ProblemAnswer;
  return problem(description, type, makeProblem(status, code, detail, parts));
}

/** 2030-06-02, 08:00 to 18:00. */
const nextWindow = { start: 1_906_617_600, end: 1_906_653_600 };

const OFFERS = {
  classes: {
    type: ProblemAnswer,
    example: { maxCapacity: { cores: 2, ram: 4096, instances: 1 }, nextWindow },
  },
  northbound: {
    type: NorthboundProblem,
    example: { maxCapacity: { numCpuCores: 2, virtualMemSize: 4096, numVcInstances: 1 }, nextWindow },
  },
} as const;

interface SharedRefusal {
  readonly status: number;
  readonly name: string;
  readonly code: string;
  readonly description: string;
  readonly detail: string;
  readonly headers?: readonly HeaderName[];
}

/** What any request may meet before or beside the domain; those that concern a body only where there is one. */
const WITH_BODY: readonly SharedRefusal[] = [
  {
    status: 400,
    name: 'BadRequest',
    code: 'malformed-json',
    description:
      'The body is no JSON object (`malformed-json`, `body-not-an-object`) or holds what cannot be stored.',
    detail: 'The body is not valid JSON.',
  },
  {
    status: 413,
    name: 'PayloadTooLarge',
    code: 'payload-too-large',
    description: 'The body is larger than 256 KiB; one for the inbox, than 16 KiB.',
    detail: 'The body must not be larger than 256 KiB.',
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    code: 'unsupported-media-type',
    description: 'The body is something else than JSON in UTF-8 without a content encoding.',
    detail: WRONG_TYPE,
  },
];

/** What a request may meet whose operation is not open to every caller. */
const WITH_CREDENTIALS: readonly SharedRefusal[] = [
  {
    status: 401,
    name: 'Unauthorized',
    code: 'credentials-missing',
    description:
      'There are no credentials (`credentials-missing`), or they are not genuine (`credentials-invalid`) or no longer valid (`credentials-expired`).',
    detail: 'This needs credentials.',
    headers: ['WWW-Authenticate'],
  },
  {
    status: 403,
    name: 'Forbidden',
    code: 'forbidden',
    description:
      'The caller may not do this (`forbidden`), or it is a consumer and names another tenant than its own (`tenant-mismatch`).',
    detail: 'A caller with the role auditor may not do this.',
  },
  {
    status: 429,
    name: 'TooManyRequests',
    code: 'too-many-requests',
    description:
      'The caller sends more than its rate allows, or has too many requests under way. With a rate limit, `RateLimit` and `RateLimit-Policy` say what is left.',
    detail: 'The caller sends more than RATE_LIMIT allows.',
    headers: ['Retry-After'],
  },
];

const ANYWHERE: readonly SharedRefusal[] = [
  {
    status: 500,
    name: 'InternalError',
    code: 'internal-error',
    description: "A defect of the service; its log has the cause, with the request's id.",
    detail: FAILED_HERE,
  },
  {
    status: 503,
    name: 'Unavailable',
    code: 'queue-full',
    description:
      'Not now: too many requests are under way (`too-many-requests-under-way`) or wait for a zone (`queue-full`), the database does not answer ' +
      '(`database-unavailable`), whether a change took effect could not be told (`outcome-unknown`), or its answer can not be decrypted (`answer-unreadable`).',
    detail: 'too many requests wait for this zone',
    headers: ['Retry-After'],
  },
];

interface Refusable {
  readonly hasBody: boolean;
  /** Needs no credentials. */
  readonly isOpen: boolean;
}

/** References to the shared refusals, for one interface or the other. */
export function edgeRefusals(
  sort: 'Operations' | '',
  { hasBody, isOpen }: Refusable,
): Readonly<Record<string, { readonly $ref: string }>> {
  const all = [...(hasBody ? WITH_BODY : []), ...(isOpen ? [] : WITH_CREDENTIALS), ...ANYWHERE];
  return Object.fromEntries(
    all.map(({ status, name }) => [String(status), { $ref: `#/components/responses/${sort}${name}` }]),
  );
}

/** The classes that problems refer to. */
export const PROBLEM_CLASSES = [ProblemAnswer, NorthboundProblem, OperationsProblem] as const;

/** `components.responses`: each shared refusal as both interfaces answer it. */
export function sharedResponses(): Readonly<Record<string, ProblemResponse>> {
  const all = [...WITH_BODY, ...WITH_CREDENTIALS, ...ANYWHERE].flatMap((refused) => {
    const { status, name, code, description, detail } = refused;
    const value: ProblemDetails = makeProblem(status, code, detail, { requestId: REQUEST_ID });
    const names = refused.headers ?? [];
    return [
      [name, problem(description, ProblemAnswer, value, names)],
      [
        `Operations${name}`,
        problem(description, OperationsProblem, { ...value, result: 'error', message: detail }, names),
      ],
    ] as const;
  });
  return Object.fromEntries(all);
}
