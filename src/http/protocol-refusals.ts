import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { answerTo } from './error-answer.js';
import { EdgeRefusal, problemContentType } from './problem.js';

/** An error of Node's HTTP parser, with the bytes it was found in. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Node keeps the answer that is under way with its connection, which its types don't show. */
interface Connection extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

interface Asked {
  /** With its query. */
  readonly path: string;
  readonly accept?: string;
}

/**
 * Gives the refusals that Node's HTTP server would write without a body the form of all others: what is not HTTP, headers that are too
 * large, a request that doesn't arrive in time, an expectation that can't be met.
 */
export function answerProtocolErrors(server: Server): void {
  server.on('clientError', refuseBroken);
  server.on('checkExpectation', (request, response) => {
    const refusal = new EdgeRefusal(
      417,
      'expectation-failed',
      'Of all expectations only 100-continue is met.',
    );
    const { status, headers, body } = answered(refusal, askedBy(request));
    response.writeHead(status, headers).end(body);
  });
}

/** HTTP/1.1 asks for it. Node is told not to look (`requireHostHeader`), because it would answer without a body. */
export function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const isMissing = request.headers.host === undefined && request.httpVersion === '1.1';
  next(isMissing ? new EdgeRefusal(400, 'malformed-request', 'The header Host is missing.') : undefined);
}

function refuseBroken(error: ParserError, connection: Connection): void {
  const underWay = connection._httpMessage;
  // Behind the beginning of an answer another one would be taken for the rest of it.
  if (!connection.writable || error.code === 'ECONNRESET' || underWay?.headersSent) {
    connection.destroy();
    return;
  }
  const { status, headers, body } = answered(
    refusalOf(error),
    underWay ? askedBy(underWay.req) : askedIn(error.rawPacket),
  );
  const lines = Object.entries({ ...headers, Connection: 'close' }).map((header) => header.join(': '));
  const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
  connection.end(answer, () => connection.destroy());
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
      return new EdgeRefusal(400, 'malformed-request', 'The request is not valid HTTP/1.1.');
  }
}

function askedBy({ url = '/', headers }: IncomingMessage): Asked {
  return { path: url, accept: headers.accept };
}

/** What can be read of a head that has a fault. */
function askedIn(bytes: Buffer | undefined): Asked {
  const head = bytes?.toString('latin1') ?? '';
  const [, path = '/'] = /^[A-Z]+ (\/\S*)/.exec(head) ?? [];
  return { path, accept: /\r\naccept: *([^\r\n]*)/i.exec(head)?.[1] };
}

function answered(refusal: EdgeRefusal, { path, accept }: Asked) {
  const answer = answerTo(refusal, path.split('?', 1)[0]);
  const body = JSON.stringify(answer.body);
  const headers = {
    ...answer.headers,
    'Content-Type': problemContentType(accept),
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
  };
  return { status: answer.status, headers, body };
}
