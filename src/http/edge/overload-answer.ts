import { memoized } from '../../kernel/memoized.js';
import { answerTo } from '../answers/error-answer.js';
import { OPERATIONS_PATHS, outcomeStatus } from '../paths.js';
import { EdgeRefusal, isSparedProblem, JSON_TYPE, PROBLEM_TYPE } from '../answers/problem.js';
import { PROTECTIVE_HEADERS } from './protective-headers.js';

export const OVERLOAD_CODE = 'too-many-requests-under-way';
const DETAIL = 'The service has more requests than it can serve; try again shortly.';
const REFUSAL: Readonly<EdgeRefusal> = new EdgeRefusal(503, OVERLOAD_CODE, DETAIL);

/** Made once: a refusal must cost next to nothing, or an overloaded service would do nothing but refuse. */
const answersFor = memoized(fixedAnswers);

interface FixedAnswer {
  readonly headers: readonly string[];
  readonly body: string;
  /** All of it, as it goes over the wire. */
  readonly bytes: Buffer;
}

/** @param path with its query */
export function overloadAnswer(path: string, accept?: string): FixedAnswer {
  const isOperation = outcomeStatus(path.split('?', 1)[0]) !== undefined;
  const answers = answersFor(isOperation ? OPERATIONS_PATHS[0] : '/');
  return isSparedProblem(accept) ? answers.json : answers.problem;
}

function fixedAnswers(path: string): Readonly<Record<'json' | 'problem', FixedAnswer>> {
  return { json: fixedAnswer(JSON_TYPE, path), problem: fixedAnswer(PROBLEM_TYPE, path) };
}

function fixedAnswer(type: string, path: string): FixedAnswer {
  const body = JSON.stringify(answerTo(REFUSAL, path).body);
  const headers = {
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    'Retry-After': '1',
    ...PROTECTIVE_HEADERS,
  };
  const lines = Object.entries({ ...headers, Connection: 'keep-alive' }).map((header) => header.join(': '));
  const bytes = Buffer.from(['HTTP/1.1 503 Service Unavailable', ...lines, '', body].join('\r\n'));
  return { headers: Object.entries(headers).flat(), body, bytes };
}
