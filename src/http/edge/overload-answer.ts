import { memoized } from '../../kernel/memoized.js';
import { OPERATIONS_PATHS, outcomeStatus } from '../paths.js';
import { EdgeRefusal, isSparedProblem, JSON_TYPE, PROBLEM_TYPE } from '../answers/problem.js';
import { onTheWire, rawAnswer } from './raw-answer.js';

export const OVERLOAD_CODE = 'too-many-requests-under-way';
const DETAIL = 'The service has more requests than it can serve; try again shortly.';
const REFUSAL: Readonly<EdgeRefusal> = new EdgeRefusal(503, OVERLOAD_CODE, DETAIL, [], {
  'Retry-After': '1',
});

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
  const answer = rawAnswer(REFUSAL, path, type);
  const bytes = Buffer.from(onTheWire(answer, 'keep-alive'));
  return { headers: Object.entries(answer.headers).flat(), body: answer.body, bytes };
}
