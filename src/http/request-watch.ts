import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { LogLine } from '../logging/log-line.js';
import type { AnsweredRequest, RequestFigures, RequestResult } from '../metrics/request-figures.js';
import { requestIdOf } from './request-id.js';
import { routeTemplate } from './route-template.js';

const STARTED = Symbol('started');
const REFUSAL = Symbol('refusal');

/** What the status alone does not tell. */
export interface NotedRefusal {
  readonly result: RequestResult;
  readonly code: string;
}

interface WatchedResponse extends Response {
  [STARTED]?: number;
  [REFUSAL]?: NotedRefusal;
}

/** Has an answer counted as the refusal it is: one of Group A has the status of a success. */
export function noteRefusal(response: WatchedResponse, refusal: NotedRefusal): void {
  response[REFUSAL] = refusal;
}

/**
 * Counts every request once its answer has gone out, or its client has gone away, and tells of it in a line of the log
 * at level `debug`: a line costs a tenth of what a request does, and says less than the metrics when there are many.
 *
 * The request's id travels with it and in no hidden storage: a zone's loop and the workers go on with what one request
 * has woken long after it, so whatever they say would carry the id of a request that is over.
 */
export function watchRequests(figures: RequestFigures): RequestHandler {
  const log = Logger.isLevelEnabled('debug') ? new Logger('Request') : undefined;
  // One function for all requests: Node calls it on the response.
  function onClose(this: WatchedResponse): void {
    figures.inFlight -= 1;
    const answered = answeredRequest(this);
    figures.add(answered);
    if (answered.status >= 500 && this[REFUSAL]) figures.addFailure(this[REFUSAL].code);
    log?.debug(lineOf(this, answered));
  }
  return (_request: Request, response: WatchedResponse, next: NextFunction): void => {
    response[STARTED] = performance.now();
    figures.inFlight += 1;
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
