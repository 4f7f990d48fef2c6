import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import { isPlainObject } from '../kernel/plain-object.js';
import type { Principal } from '../kernel/principal.js';
import { isVisibleText, MUST_BE_VISIBLE } from '../kernel/visible-text.js';
import { callerOf, type AuthenticatedRequest } from '../http/caller.js';
import { requestIdOf } from '../http/edge/request-id.js';
import { callerScope, tenantOf } from '../http/tenant.js';
import { namedIn, type AuditFacts } from './audit-facts.js';

/** Record that is stored with the effect of a request, without the parts that follow from its result. */
export interface KeyedRequest {
  /** Absent without an `Idempotency-Key`. */
  readonly keyed?: RequestIdentity;
  /** Absent while authentication is off. */
  readonly audit?: AuditFacts;
}

/** The idempotency key of a request, and a fingerprint of the request. */
export interface RequestIdentity {
  /** The caller that the key belongs to. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  /** However often it is made, the request is decided in the same zone, so an answer to it can lie in no other. */
  readonly isOfOneZone?: boolean;
  /** Marks the response as the replay of an earlier answer. */
  markReplayed(): void;
}

const HEADER = 'idempotency-key';
const REPLAYED_HEADER = 'Idempotency-Replayed';

/** A request that changes something: its caller, and the record to store with its effect. */
export interface ClientCall {
  readonly caller: Principal;
  readonly key?: KeyedRequest;
}

/** The request's `Idempotency-Key`, and what the audit log says of it, if present. An invalid key is refused. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return keyedRequestOf(http.getRequest<Request>(), http.getResponse<Response>());
});

/** The caller and what `IdempotencyKey` gives, as one parameter of a controller's method. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext): ClientCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { caller: callerOf(request), key: keyedRequestOf(request, http.getResponse<Response>()) };
});

/**
 * Says of a request that it `isOfOneZone`: it names a zone, or something that never moves to another. A reservation does,
 * unless the request ends it.
 */
export function ofOneZone(request: KeyedRequest | undefined, isOfOneZone = true): KeyedRequest | undefined {
  return request?.keyed ? { ...request, keyed: { ...request.keyed, isOfOneZone } } : request;
}

function keyedRequestOf(request: Request, response: Response): KeyedRequest | undefined {
  const header = request.headers[HEADER];
  const audit = auditFactsOf(request, response);
  if (header === undefined) return audit && { audit };
  return { keyed: identityOf(request, response, String(header)), audit };
}

/** Absent while authentication is off: there is no principal. */
function auditFactsOf(request: AuthenticatedRequest, response: Response): AuditFacts | undefined {
  const { principal, method, params } = request;
  if (!principal) return undefined;
  const { path } = request.route as { readonly path: string };
  return {
    principal: principal.id,
    tenant: tenantOf(request),
    operation: `${method} ${path}`,
    inPath: Object.values(params).flat().at(0),
    inBody: () => namedIn(request.body, path),
    request_id: requestIdOf(response),
  };
}

function identityOf(request: Request, response: Response, header: string): RequestIdentity {
  // The draft standard writes the key as a quoted string; most clients send it bare.
  const key = header.replace(/^"(.*)"$/, '$1');
  if (!isVisibleText(key)) throw DomainError.invalidField(['Idempotency-Key'], MUST_BE_VISIBLE);
  const { method, path, query } = request;
  const options = Object.keys(query).length > 0 ? [canonical(query)] : [];
  const asked = JSON.stringify([method, path, canonical(request.body), ...options]);
  return {
    scope: callerScope(request),
    key,
    fingerprint: createHash('sha256').update(asked).digest('base64url'),
    markReplayed: () => void response.setHeader(REPLAYED_HEADER, 'true'),
  };
}

/** Sorts members, so that a client that serialises them in another order sends the same request. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, isEmpty(member) ? {} : canonical(member)]);
}

/** An empty object and an empty list may mean different things. */
function isEmpty(value: unknown): boolean {
  return isPlainObject(value) && Object.keys(value).length === 0;
}
