import { isUtf8 } from 'node:buffer';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../kernel/domain-error.js';
import { parsedJson } from '../../kernel/parsed-json.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { BODY_LIMIT, bodyOf, hasBody, INBOX_LIMIT } from './collected-body.js';
import { dropPrototypes, findFlaw, PROTOTYPE } from './json-flaws.js';
import { EdgeRefusal } from '../answers/problem.js';
import { COMMANDS, INBOX } from '../paths.js';
import { routesOf } from '../routes.js';
import { noteDropped } from '../answers/warnings.js';

/** Content that a JSON object may not have is refused as the domain refuses it. */
type Refusal = EdgeRefusal | DomainError;

/** `curl -d` says that it sends a form, unless it is told otherwise. */
export const WRONG_TYPE =
  "The body must be application/json in UTF-8; with curl, add -H 'Content-Type: application/json'.";

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)$/i;
const UTF8_CHARSET = /^charset\s*=\s*"?utf-?8"?$/i;
/**
 * Maximum of objects and lists in a body. Parsing one costs a hundred times as much as looking at its bytes. The lists of a valid
 * body have 5,000 elements at most.
 */
export const MAX_STRUCTURES = 16_384;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const LIST = 0x5b;

const BODILESS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);
const OPTIONAL_BODY: ReadonlySet<string> = new Set(['GET', 'QUERY', 'DELETE', ...BODILESS]);

/**
 * Express's own parser ignores unknown content types and never checks the content. This one parses every body, for any
 * method, and refuses all but JSON objects that the service can store.
 */
export function readJsonBody(request: Request, _response: Response, next: NextFunction): void {
  const refusal = setBody(request);
  if (refusal) refuse(request, refusal, next);
  else next();
}

function mayBeBodiless({ method, path }: Request): boolean {
  return OPTIONAL_BODY.has(method) || (method === 'POST' && COMMANDS.test(path));
}

/**
 * A request with an unknown path or method goes on to the router, whose refusal is more helpful. The rest of its body
 * is dropped, so that the connection can carry the next request.
 */
function refuse(request: Request, refusal: Refusal, next: NextFunction): void {
  request.resume();
  if (routesOf(request).methodsAt(request.path).includes(request.method)) next(refusal);
  else next();
}

/** The refusal that follows from the headers alone. A client need not name the type: all bodies are JSON. */
function refusalOfHead({ headers }: Request, limit: number): EdgeRefusal | undefined {
  const type = headers['content-type'];
  if (type !== undefined && type !== 'application/json' && !isJsonInUtf8(type)) {
    return new EdgeRefusal(415, 'unsupported-media-type', WRONG_TYPE);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const detail = 'The body must be sent without a content encoding.';
    return new EdgeRefusal(415, 'unsupported-media-type', detail, [], { 'Accept-Encoding': 'identity' });
  }
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

function isJsonInUtf8(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim());
  return (
    JSON_TYPE.test(type) &&
    parameters.every((parameter) => !/^charset/i.test(parameter) || UTF8_CHARSET.test(parameter))
  );
}

/** Returns the refusal of an unusable body. */
function setBody(request: Request): Refusal | undefined {
  request.body = {};
  if (!hasBody(request) || BODILESS.has(request.method)) {
    return mayBeBodiless(request) ? undefined : notAnObject();
  }
  const limit = INBOX.test(request.path) ? INBOX_LIMIT : BODY_LIMIT;
  const refusal = refusalOfHead(request, limit);
  if (refusal) return refusal;
  const content = bodyOf(request);
  if (content === 'too-large' || content.length > limit) return tooLarge(limit);
  if (content.length === 0) return mayBeBodiless(request) ? undefined : notAnObject();
  if (!isUtf8(content)) return malformed('The body is not valid UTF-8.');
  if (hasTooManyStructures(content)) return tooManyStructures();
  const text = content.toString('utf8');
  const body = parsedJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (body === undefined) return malformed('The body is not valid JSON.');
  if (!isPlainObject(body)) return notAnObject();
  // Valid UTF-8 and the JSON grammar exclude these characters unless escaped, so most bodies skip this check.
  const hasEscapes = text.includes('\\u');
  // Also for the refusal, which says whether the request is a dry run.
  request.body = body;
  const flaw = findFlaw(body, hasEscapes);
  // The body is a JSON object, so Group A answers with an outcome (semantics §3).
  if (flaw) return DomainError.invalidField(flaw.path, flaw.detail);
  if (hasEscapes || text.includes(PROTOTYPE)) noteDropped(body, dropPrototypes(body));
  return undefined;
}

/** Whether a body has too many objects and lists, by its bytes alone. The body need not be JSON. */
export function hasTooManyStructures(content: Buffer): boolean {
  if (content.length <= MAX_STRUCTURES) return false;
  let structures = 0;
  let isText = false;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += Number(byte === BACKSLASH);
    else if (byte === OBJECT || byte === LIST) structures += 1;
  }
  return structures > MAX_STRUCTURES;
}

function malformed(detail: string): EdgeRefusal {
  return new EdgeRefusal(400, 'malformed-json', detail);
}

function notAnObject(): EdgeRefusal {
  return new EdgeRefusal(400, 'body-not-an-object', 'The body must be a JSON object.');
}

/** Answered like a list that is too long, which it has in all likelihood. */
function tooManyStructures(): DomainError {
  const message = `The body must not have more than ${MAX_STRUCTURES} objects and lists.`;
  return new DomainError('invalid', 'invalid-request', message);
}

function tooLarge(limit: number): EdgeRefusal {
  const detail = `The body must not be larger than ${limit / 1024} KiB.`;
  return new EdgeRefusal(413, 'payload-too-large', detail);
}
