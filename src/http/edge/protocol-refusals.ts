import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { EdgeRefusal, problemContentType } from '../answers/problem.js';
import { onTheWire, rawAnswer, type RawAnswer } from './raw-answer.js';

/** For the client to take the answer before its connection closes. */
const REFUSAL_MS = 1_000;

/** An error of Node's HTTP parser, with the bytes that caused it. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Node keeps the current response with its connection, but doesn't type it. */
interface Connection extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

interface Asked {
  /** With its query. */
  readonly path: string;
  readonly accept?: string;
}

/**
 * Answers the requests that Node's HTTP server would refuse without a body in the usual form: invalid HTTP, headers
 * that are too large, a request that doesn't arrive in time, an expectation that can't be met.
 */
export function answerProtocolErrors(server: Server): void {
  server.on('clientError', refuseBroken);
  server.on('connect', refuseTunnel);
  server.on('checkExpectation', (request, response) => {
    const refusal = new EdgeRefusal(
      417,
      'expectation-failed',
      'Of all expectations only 100-continue is met.',
    );
    answer(refusal, request, response);
  });
}

/** Answers a request whose target names no path. */
export function answerMalformed(request: IncomingMessage, response: ServerResponse): void {
  answer(malformed(), request, response);
}

function answer(refusal: EdgeRefusal, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answered(refusal, askedBy(request));
  response.writeHead(status, headers).end(body);
}

/**
 * Another protocol is refused and the connection closed. The offer of HTTP/2 on a plain connection (`h2c`) is ignored, as
 * RFC 9110 allows: Java's own client makes it by default, and goes on in HTTP/1.1.
 */
export function refuseUpgrade(request: Request, response: Response, next: NextFunction): void {
  const { upgrade } = request.headers;
  if (upgrade === undefined || upgrade.toLowerCase() === 'h2c') {
    next();
    return;
  }
  response.setHeader('Connection', 'close');
  next(new EdgeRefusal(400, 'upgrade-refused', 'The service speaks no other protocol than HTTP/1.1.'));
}

/** Node has taken its own listeners off the connection, and its parser is another one's from now on. */
function refuseTunnel(request: IncomingMessage, connection: Connection): void {
  connection.removeAllListeners('data');
  connection.on('error', () => connection.destroy());
  const refusal = new EdgeRefusal(405, 'method-not-allowed', 'The service is no proxy.', [], { Allow: '' });
  refuseAndClose(connection, refusal, askedBy(request));
}

function refuseBroken(error: ParserError, connection: Connection): void {
  const underWay = connection._httpMessage;
  if (!connection.writable || error.code === 'ECONNRESET') {
    connection.destroy();
    return;
  }
  refuseAndClose(connection, refusalOf(error), underWay ? askedBy(underWay.req) : askedIn(error.rawPacket));
}

/**
 * The connection closes even if its client doesn't read the answer. A whole request before what is refused has been carried out, so
 * its client must not take the refusal for its answer: the connection then closes after that answer, without a refusal.
 */
function refuseAndClose(connection: Connection, refusal: EdgeRefusal, asked: Asked): void {
  const { _httpMessage: underWay } = connection;
  // After the beginning of a response, a client would take another one for the rest of it.
  if (underWay?.headersSent) {
    connection.destroy();
    return;
  }
  if (underWay?.req.complete) {
    underWay.setHeader('Connection', 'close');
    connection.removeAllListeners('data');
    return;
  }
  const timer = setTimeout(() => connection.destroy(), REFUSAL_MS).unref();
  connection.once('close', () => clearTimeout(timer));
  connection.end(onTheWire(answered(refusal, asked), 'close'), () => connection.destroy());
}

function malformed(): EdgeRefusal {
  return new EdgeRefusal(400, 'malformed-request', 'The request is not valid HTTP/1.1.');
}

function refusalOf({ code }: ParserError): EdgeRefusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new EdgeRefusal(431, 'headers-too-large', 'The headers must not be larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new EdgeRefusal(
        413,
        'payload-too-large',
        'The extensions of the chunks must not be larger than 16 KiB.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new EdgeRefusal(408, 'request-timeout', 'The request did not arrive in time.');
    default:
      return malformed();
  }
}

function askedBy({ url = '/', headers }: IncomingMessage): Asked {
  return { path: url, accept: headers.accept };
}

/** The readable part of an invalid head. */
function askedIn(bytes: Buffer | undefined): Asked {
  const head = bytes?.toString('latin1') ?? '';
  const [, path = '/'] = /^[A-Z]+ (\/\S*)/.exec(head) ?? [];
  return { path, accept: /\r\naccept: *([^\r\n]*)/i.exec(head)?.[1] };
}

function answered(refusal: EdgeRefusal, { path, accept }: Asked): RawAnswer {
  return rawAnswer(refusal, path, problemContentType(accept));
}
