import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request as Asked, Response as Answer } from 'express';
import { JSON_TYPE } from '../answers/problem.js';
import { keepAnswer } from '../answers/shared-answers.js';
import { sendPieces, StreamedList } from '../answers/streamed-answer.js';
import { withWarnings } from '../answers/warnings.js';

/** Interval of the check for requests that take too long. Node's default is 30 s. */
const CHECK_CONNECTIONS_MS = 1_000;

/** Node's default is two minutes. */
const HANDSHAKE_MS = 5_000;

/**
 * Express with answers as plain objects that Node writes itself. For every answer `response.json` would read three
 * settings, parse the content type twice and compute cache headers. Measured: docs/benchmarks.md.
 */
export class JsonAdapter extends ExpressAdapter {
  /**
   * Creates requests and responses with the prototypes that Express would set on each of them. Changing an object's
   * prototype drops its hidden class, and every later access is slow: half of the time of a request.
   */
  override initHttpServer({ httpsOptions }: NestApplicationOptions): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    Object.setPrototypeOf(Request.prototype, app.request);
    Object.setPrototypeOf(Response.prototype, app.response);
    Object.assign(app, { request: Request.prototype, response: Response.prototype });
    const options = {
      IncomingMessage: Request,
      ServerResponse: Response,
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    };
    this.httpServer = httpsOptions
      ? createTlsServer({ handshakeTimeout: HANDSHAKE_MS, ...httpsOptions, ...options }, app)
      : createServer(options, app);
  }

  override reply(response: Answer, body: unknown, statusCode?: number): unknown {
    if (body instanceof StreamedList)
      return sendPieces(response, JSON_TYPE, body.pieces(withWarnings(response.req as Asked, {})));
    if (!isPlain(body) || response.hasHeader('Content-Type')) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(Array.isArray(body) ? body : withWarnings(response.req as Asked, body));
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    keepAnswer(response, text);
    return response.end(text);
  }
}

function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
}
