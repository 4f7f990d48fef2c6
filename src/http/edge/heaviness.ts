import { isPlainObject } from '../../kernel/plain-object.js';
import type { Request } from 'express';
import { ALWAYS_IN_PARTS, CAPACITY_QUERIES, DECREASE, DOCUMENTS } from '../paths.js';
import { DRY_RUN_NAMES } from '../wire/wire-dry-run.js';

/** A page of more is read and written as long as many requests together. */
const LARGE_PAGE = 100;

/** Members that a query parameter may spell with a dot and more. */
const NESTED = /resourceCriteria/;

/** Members with which one request decides as much as many: up to 366 reservations. */
const SERIES_MEMBERS = ['repeat', 'series-id', 'seriesId'] as const;

/** Containers that are placed one by one. */
const MANY_CONTAINERS = 32;

/** A query whose period begins earlier may have to read the ledger from the start. */
const PAST_MS = 3_600_000;

type Asked = Pick<Request, 'path' | 'url' | 'query'> & { readonly body?: unknown };

/**
 * How a request is answered that may take much longer than an admission: `in-parts`, each of which is charged for; `at-once`; or with a
 * large `document` from memory. A `dry-run` takes about as long as an admission and promises nothing, so it waits for those that do.
 */
export type Heaviness = 'in-parts' | 'at-once' | 'document' | 'dry-run';

/** Decided by what a request asks for, before anything is read. Undefined: it is as light as an admission. */
export function heavinessOf({ path, url, body, query }: Asked): Heaviness | undefined {
  if (ALWAYS_IN_PARTS.test(path)) return 'in-parts';
  if (DOCUMENTS.test(path)) return 'document';
  const hasParameters = url.includes('?');
  const asked = isPlainObject(body) ? body : {};
  const valueOf = (name: string): unknown => asked[name] ?? (hasParameters ? query[name] : undefined);
  const isCapacityQuery = CAPACITY_QUERIES.test(path);
  if (isCapacityQuery && (isWide(valueOf) || (hasParameters && NESTED.test(url)))) return 'in-parts';
  // With force, it places all that lies there once more.
  const isForced = DECREASE.test(path) && isSet(asked.force);
  if (isForced || isLarge(valueOf('limit')) || isOfMany(asked)) return 'at-once';
  return DRY_RUN_NAMES.some((name) => isSet(valueOf(name))) ? 'dry-run' : undefined;
}

function isOfMany(asked: Readonly<Record<string, unknown>>): boolean {
  const { virtualizationContainerReservation: containers } = asked;
  if (Array.isArray(containers) && containers.length > MANY_CONTAINERS) return true;
  return SERIES_MEMBERS.some((name) => isSet(asked[name]));
}

/** Whatever it is: it has not been checked yet. */
function isLarge(limit: unknown): boolean {
  return (typeof limit === 'number' || typeof limit === 'string') && Number(limit) > LARGE_PAGE;
}

/** A capacity query is light if it asks for the figures of one zone from now on. */
function isWide(valueOf: (name: string) => unknown): boolean {
  if (!isSet(valueOf('zoneId')) || isSet(valueOf('showTimeline')) || isSet(valueOf('resourceCriteria'))) {
    return true;
  }
  const period = valueOf('timePeriod');
  return isPast(isPlainObject(period) ? period.startTime : valueOf('timePeriod.startTime'));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false';
}

function isPast(time: unknown): boolean {
  return typeof time === 'string' && time !== '0' && Date.parse(time) < Date.now() - PAST_MS;
}
