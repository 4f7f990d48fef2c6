import type { RequestListener, Server } from 'node:http';
import type { RequestFigures } from '../metrics/request-figures.js';
import { Intake } from './intake.js';
import { answerTo } from './error-answer.js';
import { OPERATIONS_PATHS, outcomeStatus } from './operations-paths.js';
import { EdgeRefusal, isSparedProblem, JSON_TYPE, PROBLEM_TYPE } from './problem.js';

const CODE = 'too-many-requests-under-way';
const DETAIL = 'The service has more requests than it can serve; try again shortly.';
const REFUSAL: Readonly<EdgeRefusal> = new EdgeRefusal(503, CODE, DETAIL);

/** Made once: to turn a client away must cost next to nothing, or no client would be served any more. */
const ANSWERS = fixedAnswers('/');
const OPERATIONS_ANSWERS = fixedAnswers(OPERATIONS_PATHS[0]);

/** Asked by whoever watches over the service, most of all when it has too much to do. */
const WATCHED = /^\/(livez|readyz|metrics)\b/;

interface FixedAnswer {
  readonly headers: readonly string[];
  readonly body: string;
  /** All of it, as it goes over the wire. */
  readonly bytes: Buffer;
}

/**
 * Turns requests away with a 503 while `most` are under way already. That happens before Express and Nest come to see
 * them: a request that waits costs as much as one that is served, and one refused there nearly so. All but the first of a
 * connection are so without Node's HTTP server.
 */
export function limitRequests(server: Server, figures: RequestFigures, most: number): void {
  const [serve] = server.listeners('request') as RequestListener[];
  const isTooMuch = (path: string): boolean =>
    figures.inFlight + intake.waiting >= most && !WATCHED.test(path);
  const intake: Intake = new Intake(server, (path, accept) => {
    if (!isTooMuch(path) || !server.listening) return undefined;
    figures.addFailure(CODE);
    return answerFor(path, accept).bytes;
  });
  server.off('request', serve);
  server.on('request', (request, response) => {
    intake.noteRequest(request, response);
    const { url = '' } = request;
    if (!isTooMuch(url)) return void serve(request, response);
    figures.addFailure(CODE);
    const { headers, body } = answerFor(url, request.headers.accept);
    response.writeHead(503, headers as string[]);
    response.end(body);
  });
}

/** @param path with its query */
function answerFor(path: string, accept?: string): FixedAnswer {
  const answers = outcomeStatus(path.split('?', 1)[0]) === undefined ? ANSWERS : OPERATIONS_ANSWERS;
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
    'Cache-Control': 'no-store',
  };
  const lines = Object.entries({ ...headers, Connection: 'keep-alive' }).map((header) => header.join(': '));
  const bytes = Buffer.from(['HTTP/1.1 503 Service Unavailable', ...lines, '', body].join('\r\n'));
  return { headers: Object.entries(headers).flat(), body, bytes };
}
