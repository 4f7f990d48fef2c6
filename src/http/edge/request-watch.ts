import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DatabaseReason } from '../../database/constraints.js';
import type { LogLine } from '../../logging/log-line.js';
import type { RunningSpan } from '../../tracing/spans.js';
import type { Tracing } from '../../tracing/tracing.js';
import type { AnsweredRequest, RequestFigures, RequestResult } from './request-figures.js';
import { FailureLog } from './failure-log.js';
import { requestIdOf } from './request-id.js';
import { MONITORING } from '../paths.js';
import { routeTemplate } from '../routes.js';

const STARTED = Symbol('started');
const REFUSAL = Symbol('refusal');
const TRACE = Symbol('trace');

/** Details that the status doesn't show. */
export interface NotedRefusal {
  readonly result: RequestResult;
  readonly code: string;
  /** Why the database could not serve the request. */
  readonly reason?: DatabaseReason;
}

interface WatchedResponse extends Response {
  [STARTED]?: number;
  [REFUSAL]?: NotedRefusal;
  [TRACE]?: RunningSpan;
}

/** Counts an answer as a refusal, because one of Group A has the status of a success. */
export function noteRefusal(response: WatchedResponse, refusal: NotedRefusal): void {
  response[REFUSAL] = refusal;
}

/** Leaves a request out of the figures by route: a refusal under overload must not cost the search for its route. */
export function leaveUncounted(response: ServerResponse & { [STARTED]?: number }): void {
  response[STARTED] = undefined;
}

/** The trace to run the work of a request in. Events of its connection, such as the end of the body, are outside of it. */
export function traceOf(response: ServerResponse & { [TRACE]?: RunningSpan }): RunningSpan | undefined {
  return response[TRACE];
}

/**
 * Counts every request when its response closes, and logs it at level `debug`. A log line costs a tenth of a request,
 * and metrics say more under load.
 *
 * The request id is passed explicitly and not in an `AsyncLocalStorage`: zone loops and workers outlive the request
 * that woke them, and would log its id. A trace does run in one, when tracing is on; the loops leave it.
 */
export function watchRequests(figures: RequestFigures, tracing: Tracing): RequestHandler {
  const log = Logger.isLevelEnabled('debug') ? new Logger('Request') : undefined;
  const failures = new FailureLog();
  // One function for all requests; Node calls it on the response.
  function onClose(this: WatchedResponse): void {
    if (this[STARTED] === undefined) {
      this[TRACE]?.end({}, 'overload');
      return;
    }
    const answered = answeredRequest(this);
    figures.add(answered);
    const refusal = this[REFUSAL];
    if (answered.status >= 500 && refusal) {
      figures.addFailure(refusal.code);
      if (refusal.reason) failures.note(refusal.code, refusal.reason, requestIdOf(this));
    }
    log?.debug(lineOf(this, answered));
    endTrace(this, answered);
  }
  return (request: Request, response: WatchedResponse, next: NextFunction): void => {
    response[STARTED] = performance.now();
    response.on('close', onClose);
    if (tracing.isOn && !MONITORING.test(request.url)) traceFrom(request, response, tracing, next);
    else next();
  };
}

function traceFrom(request: Request, response: WatchedResponse, tracing: Tracing, next: NextFunction): void {
  const trace = tracing.request(request.method, request.headers);
  response[TRACE] = trace;
  if (trace) trace.run(() => next());
  else next();
}

function endTrace(response: WatchedResponse, { method, route, status, result }: AnsweredRequest): void {
  const trace = response[TRACE];
  if (!trace) return;
  const code = response[REFUSAL]?.code;
  trace.rename(`${method} ${route}`);
  const attributes = {
    'http.route': route,
    'http.response.status_code': status,
    'headroom.request_id': requestIdOf(response),
    'headroom.result': result,
    'headroom.code': code,
  };
  trace.end(attributes, status >= 500 ? (code ?? String(status)) : undefined);
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
    exemplar: response[TRACE]?.exemplar,
  };
}

function resultOf(status: number): RequestResult {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

function lineOf(
  response: WatchedResponse,
  { method, route, status, result, seconds }: AnsweredRequest,
): LogLine {
  return {
    msg: 'request answered',
    requestId: requestIdOf(response),
    method,
    route,
    status,
    result,
    code: response[REFUSAL]?.code,
    milliseconds: Math.round(seconds * 1e5) / 100,
    ...response[TRACE]?.ids,
  };
}
