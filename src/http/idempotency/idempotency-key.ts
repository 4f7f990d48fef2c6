import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../kernel/domain-error.js';
import { callerScope } from '../tenant.js';

/** What a client names a request by, and what it asked. */
export interface KeyedRequest {
  /** Whose key it is. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Tells the client that the answer is that of an earlier request. */
  markReplayed(): void;
}

const HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The request's `Idempotency-Key`, if it has one. A key that is none is refused. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const header = request.headers[HEADER];
  return header === undefined
    ? undefined
    : keyedRequest(request, http.getResponse<Response>(), String(header));
});

function keyedRequest(request: Request, response: Response, header: string): KeyedRequest {
  // The draft standard writes the key as a quoted string; most clients send it bare.
  const key = header.replace(/^"(.*)"$/, '$1');
  if (!KEY.test(key)) {
    throw DomainError.invalidField(['Idempotency-Key'], 'must be 1 to 255 visible ASCII characters');
  }
  const asked = JSON.stringify([request.method, request.path, canonical(request.body)]);
  return {
    scope: callerScope(request),
    key,
    fingerprint: createHash('sha256').update(asked).digest('base64url'),
    markReplayed: () => void response.setHeader(REPLAYED_HEADER, 'true'),
  };
}

/** Members in one order, so that a client that serialises anew asks the same. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, canonical(member)]);
}
