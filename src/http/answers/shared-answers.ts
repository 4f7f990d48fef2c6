import type { Request, RequestHandler, Response } from 'express';
import { tenantScope } from '../../kernel/principal.js';
import { callerOf, type AuthenticatedRequest } from '../caller.js';
import { bodyOf } from '../body/collected-body.js';
import { heavinessOf } from '../edge/heaviness.js';

/** In seconds. An older answer is never given, whatever age a caller accepts. */
const MAX_AGE = 60;

/** All answers that are kept with their keys and headers, which are as long as callers like, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Memory of a kept answer besides its texts, in bytes. */
const ENTRY_OVERHEAD = 512;

const DIRECTIVE = /(?:^|,)\s*max-age=(\d{1,9})\s*(?:,|$)/i;
const FRESH_ONLY = /\bno-(?:cache|store)\b/i;

/** Headers that belong to the answer. */
const KEPT_HEADERS = ['Content-Type', 'Link'] as const;

const KEEP = Symbol('keep');

interface KeptResponse extends Response {
  /** Called with the body of a successful answer. */
  [KEEP]?: (text: string) => void;
}

interface SharedAnswer {
  readonly body: Buffer;
  readonly headers: ReadonlyMap<string, string>;
  /** When its request was begun, in seconds of a clock that never goes back. */
  readonly begunAt: number;
  /** Of memory. */
  readonly bytes: number;
}

/**
 * Answers a heavy GET of what is not a document, or one that reads records, with an earlier answer to the same question, if the
 * caller accepts one of some age: the request directive `Cache-Control: max-age` (RFC 9111 §5.2.1.1). Many open pages of one zone then
 * cost hardly more than one. Requests that come while the answer is being made wait for it. Callers share answers only if they have
 * the same role and see the same tenants.
 *
 * To be used when the body has been read, and before requests wait for a place.
 */
export function shareAnswers(): RequestHandler {
  const answers = new SharedAnswers();
  return (request, response, next) => {
    const maxAge = acceptedAge(request);
    if (maxAge === undefined) next();
    else answers.answer(request, response, { maxAge, makeAnew: next }).catch(next);
  };
}

/** Hands a successful answer to those who wait for the same. */
export function keepAnswer(response: KeptResponse, text: string): void {
  if (response.statusCode === 200) response[KEEP]?.(text);
}

interface Terms {
  /** In seconds. */
  readonly maxAge: number;
  readonly makeAnew: () => void;
}

class SharedAnswers {
  /** The oldest first. */
  private readonly kept = new Map<string, SharedAnswer>();
  private bytes = 0;
  private readonly underWay = new Map<string, Promise<void>>();

  async answer(request: Request, response: KeptResponse, { maxAge, makeAnew }: Terms): Promise<void> {
    const key = keyOf(request);
    // Once: were they to wait for each other after a refusal, the last would wait for as many refusals.
    await this.underWay.get(key);
    const found = this.kept.get(key);
    // Nobody reads the answer then; its place among all requests is kept until there is one. See `Places`.
    if (request.socket.destroyed) response.end();
    else if (found && seconds() - found.begunAt <= maxAge) send(found, response);
    else {
      this.watch(key, response);
      makeAnew();
    }
  }

  private watch(key: string, response: KeptResponse): void {
    const begunAt = seconds();
    const made = new Promise<void>((resolve) => {
      response[KEEP] = (text) => {
        const [body, headers] = [Buffer.from(text), headersOf(response)];
        this.keep(key, { body, headers, begunAt, bytes: sizeOf(key, body, headers) });
        resolve();
      };
      // Without an answer to share, the next one who waits makes it. What is made without its client may be cut short.
      response.once('close', () => {
        response[KEEP] = undefined;
        resolve();
      });
    });
    const ended = made.then(() => {
      if (this.underWay.get(key) === ended) this.underWay.delete(key);
    });
    this.underWay.set(key, ended);
  }

  private keep(key: string, answer: SharedAnswer): void {
    this.forget(key);
    this.kept.set(key, answer);
    this.bytes += answer.bytes;
    const oldest = answer.begunAt - MAX_AGE;
    for (const [name, { begunAt }] of this.kept) {
      if (begunAt >= oldest && this.bytes <= MAX_BYTES) break;
      this.forget(name);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}

/** The age in seconds of an answer that the caller accepts; undefined if the answer has to be made anew. */
function acceptedAge(request: Request): number | undefined {
  const { method, headers } = request;
  const directives = headers['cache-control'];
  if (directives === undefined || method !== 'GET' || FRESH_ONLY.test(directives)) return undefined;
  const maxAge = Math.min(Number(DIRECTIVE.exec(directives)?.[1] ?? 0), MAX_AGE);
  return maxAge > 0 && bodyOf(request).length === 0 && isShared(request) ? maxAge : undefined;
}

function isShared(request: Request): boolean {
  const heaviness = heavinessOf(request);
  // Documents are sent from memory: to wait for another one's reader would only be slower.
  return request.query.limit !== undefined || (heaviness !== undefined && heaviness !== 'document');
}

function keyOf(request: AuthenticatedRequest): string {
  const caller = callerOf(request);
  return JSON.stringify([
    caller.role,
    tenantScope(caller),
    request.headers['headroom-tenant'],
    request.headers.accept,
    request.url,
  ]);
}

function headersOf(response: Response): Map<string, string> {
  const headers = new Map<string, string>();
  for (const name of KEPT_HEADERS) {
    if (response.hasHeader(name)) headers.set(name, String(response.getHeader(name)));
  }
  return headers;
}

function sizeOf(key: string, body: Buffer, headers: ReadonlyMap<string, string>): number {
  const texts = [key, ...headers.values()];
  return texts.reduce((sum, { length }) => sum + length, body.length + ENTRY_OVERHEAD);
}

function send({ body, headers, begunAt }: SharedAnswer, response: Response): void {
  response.setHeaders(new Map(headers));
  response.setHeader('Content-Length', body.length);
  response.setHeader('Age', Math.floor(seconds() - begunAt));
  response.end(body);
}

function seconds(): number {
  return performance.now() / 1000;
}
