import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request as Asked, Response as Answer } from 'express';
import { withWarnings } from './warnings.js';

/**
 * Express, with answers that are plain objects written by Node itself: `response.json` would look up three settings,
 * parse the content type twice and compute what a cache could ask for, for every answer. Measured: docs/benchmarks.md.
 */
export class JsonAdapter extends ExpressAdapter {
  /**
   * Requests and answers are made with the prototypes that Express would give them one by one. To change an object's
   * prototype costs it its shape, and all that reads or writes it from then on is slow: half of what a request took.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    Object.setPrototypeOf(Request.prototype, app.request);
    Object.setPrototypeOf(Response.prototype, app.response);
    Object.assign(app, { request: Request.prototype, response: Response.prototype });
    this.httpServer = createServer(
      { IncomingMessage: Request, ServerResponse: Response, requireHostHeader: false },
      app,
    );
  }

  override reply(response: Answer, body: unknown, statusCode?: number): unknown {
    if (!isPlain(body) || response.hasHeader('Content-Type')) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(Array.isArray(body) ? body : withWarnings(response.req as Asked, body));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
}
