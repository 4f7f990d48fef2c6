import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { LogLine } from '../logging/log-line.js';
import type { AnsweredRequest, RequestFigures, RequestResult } from './request-figures.js';
import { requestIdOf } from './request-id.js';
import { routeTemplate } from './route-template.js';

const STARTED = Symbol('started');
const REFUSAL = Symbol('refusal');

/** Details that the status doesn't show. */
export interface NotedRefusal {
  readonly result: RequestResult;
  readonly code: string;
}

interface WatchedResponse extends Response {
  [STARTED]?: number;
  [REFUSAL]?: NotedRefusal;
}

/** Counts an answer as a refusal, because one of Group A has the status of a success. */
export function noteRefusal(response: WatchedResponse, refusal: NotedRefusal): void {
  response[REFUSAL] = refusal;
}

/** Leaves a request out of the figures by route: a refusal under overload must not cost the search for its route. */
export function leaveUncounted(response: ServerResponse & { [STARTED]?: number }): void {
  response[STARTED] = undefined;
}

/**
 * Counts every request when its response closes, and logs it at level `debug`. A log line costs a tenth of a request,
 * and metrics say more under load.
 *
 * The request id is passed explicitly and not in an `AsyncLocalStorage`: zone loops and workers outlive the request
 * that woke them, and would log its id.
 */
export function watchRequests(figures: RequestFigures): RequestHandler {
  const log = Logger.isLevelEnabled('debug') ? new Logger('Request') : undefined;
  // One function for all requests; Node calls it on the response.
  function onClose(this: WatchedResponse): void {
    if (this[STARTED] === undefined) return;
    const answered = answeredRequest(this);
    figures.add(answered);
    if (answered.status >= 500 && this[REFUSAL]) figures.addFailure(this[REFUSAL].code);
    log?.debug(lineOf(this, answered));
  }
  return (_request: Request, response: WatchedResponse, next: NextFunction): void => {
    response[STARTED] = performance.now();
    response.on('close', onClose);
    next();
  };
}

function answeredRequest(response: WatchedResponse): AnsweredRequest {
  const { req, statusCode: status, writableFinished } = response;
  const result = response[REFUSAL]?.result ?? resultOf(status);
  return {
    method: req.method,
    route: routeTemplate(req),
    status,
    result: writableFinished ? result : 'aborted',
    seconds: (performance.now() - (response[STARTED] ?? 0)) / 1000,
  };
}

function resultOf(status: number): RequestResult {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

function lineOf(response: WatchedResponse, { seconds, ...answered }: AnsweredRequest): LogLine {
  return {
    msg: 'request answered',
    requestId: requestIdOf(response),
    ...answered,
    code: response[REFUSAL]?.code,
    milliseconds: Math.round(seconds * 1e5) / 100,
  };
}
