import { HttpException } from '@nestjs/common';
import { asDomainError, reasonOf, type DatabaseReason } from '../../database/constraints.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { ErrorKind } from '../../kernel/domain-error.js';
import { inNorthboundWords } from './northbound-words.js';
import { NORTHBOUND, outcomeStatus } from '../paths.js';
import { EdgeRefusal, internalError, makeProblem, wireFields, wireOffer } from './problem.js';

/** The answer to a failed request. The content type of a `problem` is negotiated, that of an outcome is not. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: object;
  readonly problem: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The refusal's code, for metrics and log. */
  readonly code: string;
  readonly result: 'conflict' | 'refused' | 'failed';
  /** Why the database could not serve the request: for the log, the answer doesn't show it. */
  readonly reason?: DatabaseReason;
  /** Set for an unforeseen error, which has to be logged. */
  readonly unexpected?: boolean;
}

const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  policy: 400,
  unknown: 404,
  conflict: 409,
  inactive: 409,
  unavailable: 503,
};

const TITLE_OF: Readonly<Partial<Record<ErrorKind, string>>> = {
  invalid: 'Invalid request',
  policy: 'Refused by policy',
  inactive: 'Not active',
};

const TITLE_OF_CODE: ReadonlyMap<string, string> = new Map([['in-use', 'In use']]);

const CODE_OF: ReadonlyMap<number, string> = new Map([
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [409, 'conflict'],
  [413, 'payload-too-large'],
  [415, 'unsupported-media-type'],
  [429, 'too-many-requests'],
  [503, 'unavailable'],
]);

/** The answer to `error` on `path`; `requestId` goes into the body of a problem. */
export function answerTo(error: unknown, path: string, requestId?: string): ErrorAnswer {
  const known = asKnownError(error);
  if (known instanceof EdgeRefusal) return refusalAnswer(known, path, requestId);
  const outcome = outcomeStatus(path);
  if (outcome === undefined || known.kind === 'unavailable') {
    return domainProblem(NORTHBOUND.test(path) ? inNorthboundWords(known) : known, path, requestId);
  }
  return operationsOutcome(known, outcome);
}

/** Group A reports an outcome of the domain in its body, not in the status. */
function operationsOutcome(error: DomainError, status: number): ErrorAnswer {
  const body = {
    result: error.kind === 'conflict' ? 'conflict' : 'error',
    message: error.message,
    ...(error.fields.length > 0 ? { errors: wireFields(error.fields) } : {}),
    ...(error.offer ? { offer: wireOffer(error.offer) } : {}),
  };
  const result = error.kind === 'conflict' ? 'conflict' : 'refused';
  return { status, body, problem: false, headers: {}, code: error.code, result };
}

function domainProblem(error: DomainError, path: string, requestId?: string): ErrorAnswer {
  const status = STATUS_OF[error.kind];
  const problem = makeProblem(status, error.code, error.message, {
    title: TITLE_OF_CODE.get(error.code) ?? TITLE_OF[error.kind],
    fields: error.fields,
    offer: error.offer,
    dependents: error.dependents,
    requestId,
  });
  const headers: Record<string, string> = {};
  if (error.kind === 'unavailable') headers['Retry-After'] = String(error.retryAfter ?? 1);
  const result = error.kind === 'unavailable' ? 'failed' : error.kind === 'conflict' ? 'conflict' : 'refused';
  const reason = error.kind === 'unavailable' ? reasonOf(error) : undefined;
  return {
    status,
    body: withResult(problem, path),
    problem: true,
    headers,
    code: error.code,
    result,
    reason,
  };
}

function refusalAnswer(refusal: EdgeRefusal, path: string, requestId?: string): ErrorAnswer {
  const { status, code, detail, fields, headers } = refusal;
  const problem = makeProblem(status, code, detail, { fields, requestId });
  return {
    status,
    body: withResult(problem, path),
    problem: true,
    headers,
    code,
    result: status >= 500 ? 'failed' : 'refused',
    ...(status === 500 ? { unexpected: true } : {}),
  };
}

/** Adds `result`, because a Group A client may read only `result` and `message`. */
function withResult<P extends { detail: string }>(problem: P, path: string): object {
  if (outcomeStatus(path) === undefined) return problem;
  return { ...problem, result: 'error', message: problem.detail };
}

function asKnownError(error: unknown): DomainError | EdgeRefusal {
  if (error instanceof EdgeRefusal) return error;
  if (error instanceof HttpException) return fromHttpException(error);
  const known = asDomainError(error);
  return known instanceof DomainError ? known : internalError();
}

function fromHttpException(error: HttpException): EdgeRefusal {
  const status = error.getStatus();
  const code = CODE_OF.get(status) ?? (status < 500 ? 'bad-request' : 'internal-error');
  if (status < 500) return new EdgeRefusal(status, code, error.message);
  if (status !== 503) return internalError();
  return new EdgeRefusal(503, code, 'The service is not available right now.', [], { 'Retry-After': '1' });
}
