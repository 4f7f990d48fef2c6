import { isUtf8 } from 'node:buffer';
import type { NextFunction, Request, Response } from 'express';
import { dotted } from '../kernel/domain-error.js';
import { findFlaw } from './json-flaws.js';
import { EdgeRefusal } from './problem.js';
import { servedMethods } from './served-methods.js';

const BODY_LIMIT = 256 * 1024;

/** `curl -d` says that it sends a form, unless it is told otherwise. */
export const WRONG_TYPE =
  "The body must be application/json in UTF-8; with curl, add -H 'Content-Type: application/json'.";

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)$/i;
const UTF8_CHARSET = /^charset\s*=\s*"?utf-?8"?$/i;
const BODILESS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);
const OPTIONAL_BODY: ReadonlySet<string> = new Set(['GET', 'QUERY', 'DELETE', ...BODILESS]);
/** Commands whose path may say it all, such as `POST /providers/{id}/discover`. */
const COMMAND = /^\/(?:(?:providers|subscriptions|deliveries)\/[^/]+\/[a-z-]+|self-check)\/?$/i;

/**
 * Express's own parser ignores what it doesn't know, and never looks at the content. This one reads every body once,
 * whatever the method, and refuses what is not a JSON object the service can store.
 */
export function readJsonBody(request: Request, response: Response, next: NextFunction): void {
  const finish = (refusal?: EdgeRefusal): void => {
    if (refusal) refuse(request, refusal, next);
    else next();
  };
  if (!hasBody(request) || BODILESS.has(request.method)) {
    request.body = {};
    finish(mayBeBodiless(request) ? undefined : notAnObject());
    return;
  }
  const refusal = refusalOfHead(request);
  if (refusal) {
    finish(refusal);
    return;
  }
  collect(request, (content) => {
    finish(content ? setBody(request, content) : tooLarge());
  });
}

function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

function mayBeBodiless({ method, path }: Request): boolean {
  return OPTIONAL_BODY.has(method) || (method === 'POST' && COMMAND.test(path));
}

/**
 * An unknown path or method says more than what is wrong with the body, so those requests go on to the router. The
 * rest of a body that nobody reads is thrown away, so that the connection can carry the next request.
 */
function refuse(request: Request, refusal: EdgeRefusal, next: NextFunction): void {
  request.body = {};
  request.resume();
  if (servedMethods(request).includes(request.method)) next(refusal);
  else next();
}

/** What the headers alone give away. A client need not name the type: all bodies are JSON. */
function refusalOfHead({ headers }: Request): EdgeRefusal | undefined {
  const type = headers['content-type'];
  if (type !== undefined && type !== 'application/json' && !isJsonInUtf8(type)) {
    return new EdgeRefusal(415, 'unsupported-media-type', WRONG_TYPE);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const detail = 'The body must be sent without a content encoding.';
    return new EdgeRefusal(415, 'unsupported-media-type', detail, [], { 'Accept-Encoding': 'identity' });
  }
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT ? tooLarge() : undefined;
}

function isJsonInUtf8(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim());
  return (
    JSON_TYPE.test(type) &&
    parameters.every((parameter) => !/^charset/i.test(parameter) || UTF8_CHARSET.test(parameter))
  );
}

/** Calls back once: with the whole body, or with nothing as soon as it exceeds the limit. */
function collect(request: Request, done: (content: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= BODY_LIMIT) {
      chunks.push(chunk);
      return;
    }
    request.off('data', onData).off('end', onEnd);
    done(undefined);
  };
  const onEnd = (): void => done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
  request.on('data', onData).on('end', onEnd);
}

function setBody(request: Request, content: Buffer): EdgeRefusal | undefined {
  if (content.length === 0) {
    request.body = {};
    return mayBeBodiless(request) ? undefined : notAnObject();
  }
  if (!isUtf8(content)) return malformed('The body is not valid UTF-8.');
  const text = content.toString('utf8');
  const body = parsed(text);
  if (body === undefined) return malformed('The body is not valid JSON.');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return notAnObject();
  // Only an escape can bring in what valid UTF-8 and the JSON grammar keep out, so most bodies are spared that look.
  const flaw = findFlaw(body, text.includes('\\u'));
  if (flaw) {
    const detail = `${dotted(flaw.path)} ${flaw.detail}`;
    return new EdgeRefusal(400, 'invalid-request', detail, [{ path: flaw.path, detail }]);
  }
  request.body = body;
  return undefined;
}

/** Gives undefined, which is no JSON value, for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function malformed(detail: string): EdgeRefusal {
  return new EdgeRefusal(400, 'malformed-json', detail);
}

function notAnObject(): EdgeRefusal {
  return new EdgeRefusal(400, 'body-not-an-object', 'The body must be a JSON object.');
}

function tooLarge(): EdgeRefusal {
  const detail = `The body must not be larger than ${BODY_LIMIT / 1024} KiB.`;
  return new EdgeRefusal(413, 'payload-too-large', detail);
}
