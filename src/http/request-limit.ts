import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { RequestFigures } from '../metrics/request-figures.js';
import { answerTo } from './error-answer.js';
import { OPERATIONS_PATHS, outcomeStatus } from './operations-paths.js';
import { EdgeRefusal } from './problem.js';

const CODE = 'too-many-requests-under-way';
const DETAIL = 'The service has more requests than it can serve; try again shortly.';
const REFUSAL = new EdgeRefusal(503, CODE, DETAIL);

/** Made once: whoever is turned away must cost next to nothing, or nobody would be served any more. */
const ANSWER = fixedAnswer('application/problem+json', '/');
const OPERATIONS_ANSWER = fixedAnswer('application/json; charset=utf-8', OPERATIONS_PATHS[0]);

/** Asked by whoever watches over the service, most of all when it has too much to do. */
const WATCHED = /^\/(livez|readyz|metrics)\b/;

interface FixedAnswer {
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * Turns requests away with a 503 while `most` are under way already. That happens before Express and Nest come to see
 * them: a request that waits costs as much as one that is served, and one refused there nearly so.
 */
export function limitRequests(server: Server, figures: RequestFigures, most: number): void {
  const [serve] = server.listeners('request') as RequestListener[];
  server.off('request', serve);
  server.on('request', (request, response) => {
    if (figures.inFlight < most || WATCHED.test(request.url ?? '')) return void serve(request, response);
    figures.addFailure(CODE);
    turnAway(request, response);
  });
}

function turnAway({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = outcomeStatus(url) === undefined ? ANSWER : OPERATIONS_ANSWER;
  response.writeHead(503, headers as string[]);
  response.end(body);
}

function fixedAnswer(type: string, path: string): FixedAnswer {
  const body = JSON.stringify(answerTo(REFUSAL, path).body);
  const headers = ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))];
  return { headers: [...headers, 'Retry-After', '1', 'Cache-Control', 'no-store'], body };
}
