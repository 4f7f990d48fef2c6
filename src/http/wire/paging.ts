import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { isGiven } from '../../kernel/given.js';
import { DomainError } from '../../kernel/domain-error.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 1000;

/** The wire form of a page; `next` is the cursor of the page after it, and absent on the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/**
 * Reads a `limit`: an integer from 1 to 1000, by default 10.
 *
 * @throws DomainError `invalid-request`
 */
export function readLimit(value: unknown): number {
  if (!isGiven(value)) return DEFAULT_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw DomainError.invalidField(['limit'], `must be an integer from 1 to ${MAX_LIMIT}`);
}

/** Makes a page of at most `limit` items. One row more than that tells that another page follows. See `readCursor` for `list`. */
export function pageOf<R, T>(
  rows: readonly R[],
  { limit, list }: { readonly limit: number; readonly list: string },
  keyOf: (row: R) => string,
  toWire: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const items = shown.map(toWire);
  const last = shown.at(-1);
  const next = rows.length > shown.length && last !== undefined ? keyOf(last) : undefined;
  return pageAfter(items, next, list);
}

/** A page after which its list goes on from a key; undefined: it was the last. See `readCursor` for `list`. */
export function pageAfter<T>(items: readonly T[], next: string | undefined, list = ''): Page<T> {
  return next === undefined ? { items } : { items, next: cursorOf(next, list) };
}

/** Opaque to clients. The version lets the format change without misreading old cursors. */
const CURSOR_VERSION = '1';

function cursorOf(key: string, list: string): string {
  return Buffer.from(`${CURSOR_VERSION}${list}:${key}`, 'utf8').toString('base64url');
}

/**
 * The key that a cursor stands for.
 *
 * @param isKey validates the key of a forged cursor
 * @param list the list that the cursor must have been made for
 * @throws DomainError `invalid-request`
 */
export function readCursor(value: unknown, isKey: (key: string) => boolean, list = ''): string | undefined {
  if (!isGiven(value)) return undefined;
  const text = typeof value === 'string' ? Buffer.from(value, 'base64url').toString('utf8') : '';
  const colon = text.indexOf(':');
  const key = text.slice(colon + 1);
  if (colon < 0 || !text.startsWith(CURSOR_VERSION) || !isKey(key)) {
    throw DomainError.invalidField(['cursor'], 'must be the next of an earlier page');
  }
  if (text.slice(CURSOR_VERSION.length, colon) === list) return key;
  throw DomainError.invalidField(
    ['cursor'],
    'must be the next of a page of the same list, filters and order',
  );
}

/** Sends the address of the next page as a `Link` header (RFC 8288) too, for clients that follow those. */
@Injectable()
export class NextPageLink implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap((body: unknown) => {
        const cursor = nextOf(body);
        if (cursor === undefined) return;
        const address = withCursor(http.getRequest<Request>().originalUrl, cursor);
        http.getResponse<Response>().setHeader('Link', `<${address}>; rel="next"`);
      }),
    );
  }
}

function nextOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('next' in body)) return undefined;
  return typeof body.next === 'string' ? body.next : undefined;
}

function withCursor(address: string, cursor: string): string {
  // A query may contain further question marks.
  const [path, ...query] = address.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
