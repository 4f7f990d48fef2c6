import { createHash } from 'node:crypto';
import { validate as isId } from 'uuid';
import { DomainError } from '../../kernel/domain-error.js';
import type { Listed, ListOrder, ListRange, ListWindow } from '../../kernel/listed.js';
import { parseInstant } from '../../kernel/time-window.js';
import { DEFAULT_LIMIT, MAX_LIMIT, pageAfter, readCursor, readLimit, type Page } from './paging.js';
import { Omittable } from './wire-members.js';
import { IsOneOf, EndsAfter, IsWireTime, readList } from './wire-types.js';

const ORDERS: readonly ListOrder[] = ['asc', 'desc'];

/** What `readLimit` and `readCursor` accept, for the OpenAPI document. */
export const LIMIT = { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT } as const;
export const CURSOR = { type: 'string', description: 'The `next` of an earlier page.' } as const;

/** What every list takes. Those of one list extend it with its filters; a parameter that it doesn't describe is refused. */
export class ListParameters {
  @Omittable({ ...LIMIT, description: 'Maximum number of items in the answer.' }) limit?: unknown;
  @Omittable(CURSOR) cursor?: unknown;

  @Omittable(
    { description: '`asc`: the oldest first; `desc`: the newest first.', default: 'asc' },
    IsOneOf(ORDERS),
  )
  order?: ListOrder;
}

/** For lists of records with a time: those in force at an instant from `from` on and before `to`. */
export class WindowedListParameters extends ListParameters {
  @Omittable('Those in force at this time or later.', IsWireTime('end')) from?: string;

  @Omittable(
    'Those in force before this time; with `from`, at some instant between the two.',
    IsWireTime('end'),
    EndsAfter('from'),
  )
  to?: string;
}

/** A part of a list, and the list it is of. */
export interface ListRequest extends ListRange {
  /** Stands for the list's name, its filter and its order: a cursor leads on in the list it comes from, and in no other. */
  readonly list: string;
}

/**
 * Reads which part of a list is asked for. `isKey` guards what a forged cursor may bring into a query.
 *
 * @param path of the list, without a slash before it
 * @throws DomainError `invalid-request`, also for a cursor of another list, or of one that is filtered or ordered otherwise
 */
export function listRequest(
  path: string,
  { limit, cursor, ...filter }: ListParameters,
  isKey: (key: string) => boolean = isId,
): ListRequest {
  const { order = 'asc' } = filter;
  const list = fingerprint({ path, ...filter, order });
  return { limit: readLimit(limit), order, list, after: readCursor(cursor, isKey, list) };
}

/** Stands for the members of a filter, whatever their order and that of their lists. */
export function fingerprint(filter: object): string {
  const members = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, [...readList<unknown>(value)].sort()]);
  return createHash('sha256').update(JSON.stringify(members.sort())).digest('base64url').slice(0, 12);
}

export function listPage<R, T>(
  { rows, next }: Listed<R>,
  { list }: ListRequest,
  toWire: (row: R) => T,
): Page<T> {
  return pageAfter(rows.map(toWire), next, list);
}

/** @throws DomainError `invalid-request` for a window that is empty */
export function listWindow({ from, to }: WindowedListParameters): ListWindow {
  const window = {
    from: from === undefined ? undefined : parseInstant(from, 'start'),
    to: to === undefined ? undefined : parseInstant(to, 'end'),
  };
  if (window.from === undefined || window.to === undefined || window.from < window.to) return window;
  throw DomainError.invalidField(['to'], 'must be later than from');
}
