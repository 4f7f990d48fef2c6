import { Catch, Logger, NotFoundException } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { stackOf } from '../../kernel/stack-of.js';
import type { LogLine } from '../../logging/log-line.js';
import { answerTo } from './error-answer.js';
import type { ErrorAnswer } from './error-answer.js';
import { EdgeRefusal, JSON_TYPE, NO_SUCH_PATH, problemContentType } from './problem.js';
import { requestIdOf } from '../edge/request-id.js';
import { noteRefusal } from '../edge/request-watch.js';
import { routesOf, routeTemplate } from '../routes.js';
import { withWarnings } from './warnings.js';
import { withDryRun } from '../wire/wire-dry-run.js';

const log = new Logger('ErrorFilter');

/** Turns any error into an answer: Group A outcomes on its ten paths, RFC 9457 problems elsewhere. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    // The domain throws its own errors, so Nest's 404 can only come from the router.
    if (error instanceof NotFoundException && !response.headersSent) answerUnrouted(request, response);
    else answerError(error, request, response);
  }
}

/** Answers a request that failed or is refused; an answer that has begun is cut off. */
export function answerError(error: unknown, request: Request, response: Response): void {
  if (response.headersSent) {
    logUnexpected(error, request, response);
    response.destroy();
    return;
  }
  const answer = answerTo(error, request.path, requestIdOf(response));
  if (answer.unexpected) logUnexpected(error, request, response);
  send(answer, request, response);
}

function logUnexpected(error: unknown, request: Request, response: Response): void {
  const line: LogLine = {
    msg: 'a request failed',
    requestId: requestIdOf(response),
    method: request.method,
    route: routeTemplate(request),
  };
  log.error(line, stackOf(error));
}

/** No route matched: distinguishes an unknown path from a method that isn't served there. */
function answerUnrouted(request: Request, response: Response): void {
  const methods = routesOf(request).methodsAt(request.path);
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS' && methods.length > 0) {
    response.writeHead(204, { Allow: allow }).end();
    return;
  }
  const refusal =
    methods.length > 0
      ? new EdgeRefusal(405, 'method-not-allowed', `This path answers ${allow} only.`, [], { Allow: allow })
      : new EdgeRefusal(404, 'not-found', NO_SUCH_PATH);
  send(answerTo(refusal, request.path, requestIdOf(response)), request, response);
}

function send(answer: ErrorAnswer, request: Request, response: Response): void {
  const content = JSON.stringify(withWarnings(request, withDryRun(request, answer.body)));
  noteRefusal(response, answer);
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Type': answer.problem ? problemContentType(request.headers.accept) : JSON_TYPE,
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(content);
}
