import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { handlerClass } from '../http/body/handler-classes.js';
import { NextPageLink } from '../http/wire/paging.js';
import type { CollectionKind } from '../kernel/identifiers.js';
import { OperationRefused } from './answer-parts.js';
import { documentedRefusal, headers, PROBLEM_CLASSES, type HeaderName, type Refusal } from './problems.js';
import type { Refusals } from './refusals.js';
import { RequestHeaders, type HeaderUse } from './request-headers.js';
import { example, REFUSED_EXAMPLES, SERVICE_TAG, type Examples } from './samples.js';

type AnswerClass = new () => object;

interface OperationParts extends HeaderUse {
  readonly id: string;
  /** `Records` by default. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  /** What the parameters of the path are, by name. */
  readonly path?: Readonly<Record<string, string>>;
}

interface OutcomeParts extends Omit<OperationParts, 'tag'> {
  /** Of the body. */
  readonly examples: Examples;
  readonly answer: AnswerClass;
  /** An example of that answer, less its `result`. */
  readonly ok: object;
  /** Of a dry run, where it can be one. */
  readonly dryAnswer?: AnswerClass | readonly AnswerClass[];
  /** 200 by default. */
  readonly status?: 200 | 201;
  /** Whether capacity can be short. */
  readonly conflicts?: boolean;
}

/** An operation of Group A: one status for every outcome; `result` has the outcome. Repeatable by default. */
export function Outcome(parts: OutcomeParts): MethodDecorator {
  const { answer, dryAnswer, status = 200, conflicts = false } = parts;
  const ok = { value: { result: 'ok', ...parts.ok } };
  const { error, conflict } = REFUSED_EXAMPLES;
  const answers = [answer, ...[dryAnswer ?? []].flat(), OperationRefused];
  return applyDecorators(
    HttpCode(status),
    Operation({ repeatable: true, ...parts, tag: 'Operations' }),
    BodyExamples(parts.examples),
    ApiExtraModels(...answers),
    Answer({
      status,
      description: 'The outcome: `result` is `ok`, `conflict` or `error`.',
      headers: replayed(parts),
      schema: anyOf(answers),
      examples: { ok, error, ...(conflicts ? { conflict } : {}) },
    }),
  );
}

interface CommandParts extends OperationParts {
  /** Of the body; absent: it needs none. */
  readonly examples?: Examples;
  /** 200 by default. */
  readonly status?: number;
  /** None: an empty answer. */
  readonly answer?: AnswerClass;
  readonly answers?: Examples;
  /** Of a dry run, where it can be one. */
  readonly dryAnswer?: AnswerClass;
  readonly says: string;
  readonly refusals: Refusals;
}

/**
 * A command of Group B or an additive one: the status tells the outcome. A body it does not need is read all the same.
 * Repeatable by default.
 */
export function Command(parts: CommandParts): MethodDecorator {
  const { answer, dryAnswer, status = 200 } = parts;
  const answers = answer && dryAnswer ? [answer, dryAnswer] : [];
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(...answers),
    Operation({ repeatable: true, ...parts }),
    ...(parts.examples ? [BodyExamples(parts.examples)] : []),
    Refused(parts.refusals),
    Answer({
      status,
      description: parts.says,
      headers: replayed(parts),
      ...(answers.length > 0 ? { schema: anyOf(answers) } : { type: answer }),
      examples: parts.answers,
    }),
  );
}

function anyOf(types: readonly AnswerClass[]): object {
  return { anyOf: types.map((type) => ({ $ref: getSchemaPath(type) })) };
}

interface ReadParts extends OperationParts {
  readonly answer: AnswerClass;
  readonly answers: Examples;
  readonly says: string;
  readonly headers?: readonly HeaderName[];
  /** Other content types in which `Accept` can ask for the answer as text. */
  readonly alsoText?: readonly string[];
  readonly refusals?: Refusals;
}

const UNKNOWN_PARAMETER: Refusal = {
  description: 'A query parameter, or a member of a body, is not known here (`invalid-request`).',
  code: 'invalid-request',
  detail: 'zone is not known here',
  field: 'zone',
};

export function Read(parts: ReadParts): MethodDecorator {
  const { tag, says, answer, answers, headers, alsoText } = parts;
  const unknown: Refusals = tag === SERVICE_TAG ? {} : { 400: UNKNOWN_PARAMETER };
  return applyDecorators(
    Operation(parts),
    Refused({ ...unknown, ...parts.refusals }),
    Answer({ description: says, headers, type: answer, alsoText, examples: answers }),
  );
}

const BAD_PAGE: Refusal = {
  description:
    'A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`).',
  code: 'invalid-request',
  detail: 'limit must be an integer from 1 to 1000',
  field: 'limit',
  title: 'Invalid request',
};

interface PagedParts extends Omit<ReadParts, 'answers' | 'says'> {
  /** An example of one in the page that `pageSchemaOf` describes. */
  readonly item: unknown;
}

/** A list that is read page by page, with a `Link` to the next page. Its parameters are those that the handler declares. */
export function Paged({ item, ...parts }: PagedParts): MethodDecorator {
  return applyDecorators(
    UseInterceptors(NextPageLink),
    Read({
      ...parts,
      says: 'A page. If it has `next`, another page follows, even if this one is short or empty.',
      headers: ['Link'],
      answers: example({ items: [item] }),
      refusals: { 400: BAD_PAGE, ...parts.refusals },
    }),
  );
}

interface QuestionParts extends Omit<ReadParts, 'says'> {
  readonly filter: AnswerClass;
  /** Of the body. */
  readonly examples: Examples;
}

const FORMS =
  'The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. ' +
  'A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the ' +
  'body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.';

/** A question of Group B: a GET whose filter travels in either of two places. See `question-parameters.ts` for the second. */
export function Question({ filter, examples, ...parts }: QuestionParts): MethodDecorator {
  const description = [parts.description, FORMS].filter(Boolean).join('\n\n');
  return applyDecorators(
    ApiBody({ type: filter, required: false, examples }),
    Read({ ...parts, description, says: 'The answer.', headers: ['Cache-Control'] }),
  );
}

/** The decorators of the operations under one tag. */
export function operationsOf(tag: string) {
  return {
    Command: (parts: Omit<CommandParts, 'tag'>) => Command({ ...parts, tag }),
    Read: (parts: Omit<ReadParts, 'tag'>) => Read({ ...parts, tag }),
    Paged: (parts: Omit<PagedParts, 'tag'>) => Paged({ ...parts, tag }),
    Question: (parts: Omit<QuestionParts, 'tag'>) => Question({ ...parts, tag }),
  };
}

export function Operation({
  id,
  tag = 'Records',
  summary,
  description,
  path = {},
  ...use
}: OperationParts): MethodDecorator {
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({ operationId: id, summary, description }),
    ...Object.entries(path).map(([name, text]) => ApiParam({ name, description: text })),
    RequestHeaders(use),
  );
}

interface AnswerParts {
  readonly status?: number;
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly type?: AnswerClass;
  readonly schema?: object;
  /** Content types of the same answer as text. */
  readonly alsoText?: readonly string[];
  readonly examples?: Examples;
}

export function Answer({ status = 200, headers: names = [], ...answer }: AnswerParts): MethodDecorator {
  const { type, examples, schema, alsoText, ...parts } = answer;
  const response = { status, ...parts, headers: headers(names) };
  if (type && alsoText) {
    const json = { schema: { $ref: getSchemaPath(type) }, examples };
    const texts = alsoText.map((contentType) => [contentType, { schema: { type: 'string' } }] as const);
    const content = { 'application/json': json, ...Object.fromEntries(texts) };
    return applyDecorators(ApiExtraModels(type), ApiResponse({ ...response, content }));
  }
  return ApiResponse({ ...response, ...((type ?? schema) ? { type, schema, examples } : {}) });
}

function Refused(refusals: Refusals): MethodDecorator {
  const all = Object.entries(refusals).map(([status, parts]: [string, Refusal]) =>
    ApiResponse({ status: Number(status), ...documentedRefusal(Number(status), parts) }),
  );
  return applyDecorators(ApiExtraModels(...PROBLEM_CLASSES), ...all);
}

/** Examples of the body, whose class is that of the parameter with `@Body()`. */
function BodyExamples(examples: Examples): MethodDecorator {
  return (target, key, descriptor) => {
    const method = descriptor.value as unknown as () => unknown;
    const type = handlerClass({ controller: target.constructor, method }, 'body');
    ApiBody({ type, examples })(target, key, descriptor);
  };
}

function replayed({ repeatable = true }: HeaderUse): HeaderName[] {
  return repeatable ? ['Idempotency-Replayed'] : [];
}

/** The id in a path that also takes the form with its kind. */
export function pathId(kind: CollectionKind, name = 'id'): Readonly<Record<string, string>> {
  return { [name]: `Its id, bare or as \`${kind}:<id>\`.` };
}

/** For ids of operations that there are several kinds of. */
export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
