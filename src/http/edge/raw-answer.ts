import { STATUS_CODES } from 'node:http';
import { answerTo } from '../answers/error-answer.js';
import type { EdgeRefusal } from '../answers/problem.js';
import { PROTECTIVE_HEADERS } from './protective-headers.js';

/** A refusal for a request that doesn't reach Express. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param target path and query of the request */
export function rawAnswer(refusal: EdgeRefusal, target: string, contentType: string): RawAnswer {
  const answer = answerTo(refusal, target.split('?', 1)[0]);
  const body = JSON.stringify(answer.body);
  const headers = {
    ...answer.headers,
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
    ...PROTECTIVE_HEADERS,
  };
  return { status: answer.status, headers, body };
}

/** The answer as it goes over the wire. */
export function onTheWire({ status, headers, body }: RawAnswer, connection: 'close' | 'keep-alive'): string {
  const lines = Object.entries({ ...headers, Connection: connection }).map((header) => header.join(': '));
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
