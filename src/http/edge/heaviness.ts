import { MANY_CONTAINERS } from '../../kernel/heavy-work.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { parseInstant } from '../../kernel/time-window.js';
import type { Request } from 'express';
import { ALWAYS_IN_PARTS, CAPACITY_QUERIES, DECREASE, DOCUMENTS, PLAIN_RECORDS, RECORDS } from '../paths.js';
import { DRY_RUN_NAMES } from '../wire/wire-dry-run.js';

/** A page of more is read and written as long as many requests together. */
const LARGE_PAGE = 100;

/** Members with which one request decides as much as many: up to 366 reservations. */
const SERIES_MEMBERS = ['repeat', 'series-id', 'seriesId'] as const;

/** A query about the past whose period begins earlier may have to read the ledger from the start. */
const PAST_SECONDS = 3_600;

type Members = Readonly<Record<string, unknown>>;

const READS: readonly string[] = ['GET', 'HEAD'];

type Asked = Pick<Request, 'method' | 'path' | 'url' | 'query'> & { readonly body?: unknown };

/**
 * How a request is answered that may take much longer than an admission: `in-parts`, each of which is charged for; `at-once`; or with a
 * large `document` from memory. A `dry-run` takes about as long as an admission and promises nothing, so it waits for those that do.
 * A `read` of records takes as long as some admissions, most of it in the database, and a `write` of them may also wait for a lock there:
 * many at once would have all connections that admissions need.
 */
export type Heaviness = 'in-parts' | 'at-once' | 'document' | 'dry-run' | 'read' | 'write';

/** Decided by what a request asks for, before anything is read. Undefined: it is as light as an admission. */
export function heavinessOf({ method, path, url, body, query }: Asked): Heaviness | undefined {
  if (ALWAYS_IN_PARTS.test(path)) return 'in-parts';
  if (DOCUMENTS.test(path)) return 'document';
  const asked = isPlainObject(body) ? body : {};
  const parameters = url.includes('?') ? query : {};
  if (CAPACITY_QUERIES.test(path) && isWide(asked, parameters)) return 'in-parts';
  const valueOf = (name: string): unknown => asked[name] ?? parameters[name];
  // With force, it places all that lies there once more.
  const isForced = DECREASE.test(path) && isSet(asked.force);
  if (isForced || isLarge(valueOf('limit')) || isOfMany(asked)) return 'at-once';
  if (DRY_RUN_NAMES.some((name) => isSet(valueOf(name)))) return 'dry-run';
  if (READS.includes(method)) return RECORDS.test(path) ? 'read' : undefined;
  return PLAIN_RECORDS.test(path) ? 'write' : undefined;
}

/** Whether a write may wait for the receiver of a subscription. */
export function namesReceiver({ body }: Asked): boolean {
  return isPlainObject(body) && isSet(body.callbackUri);
}

function isOfMany(asked: Members): boolean {
  const { virtualizationContainerReservation: containers } = asked;
  if (Array.isArray(containers) && containers.length > MANY_CONTAINERS) return true;
  return SERIES_MEMBERS.some((name) => isSet(asked[name]));
}

/** Whatever it is: it has not been checked yet. */
function isLarge(limit: unknown): boolean {
  return (typeof limit === 'number' || typeof limit === 'string') && Number(limit) > LARGE_PAGE;
}

/** A capacity query is light if it asks for the figures of one zone from now on. */
function isWide(asked: Members, parameters: Members): boolean {
  const isGiven = (name: string): boolean => isSet(asked[name] ?? parameters[name]);
  if (!isGiven('zoneId') || isGiven('showTimeline') || isGiven('resourceCriteria')) return true;
  // A parameter may name a nested member, see `mergeFilter`.
  if (Object.keys(parameters).some((name) => name.startsWith('resourceCriteria.'))) return true;
  const { timePeriod } = asked;
  const timeOf = (name: 'startTime' | 'stopTime'): unknown =>
    (isPlainObject(timePeriod) ? timePeriod[name] : undefined) ?? parameters[`timePeriod.${name}`];
  const now = Date.now() / 1000;
  // With an end that is still to come, it is answered from now on.
  return isBefore(timeOf('stopTime'), now) && isBefore(timeOf('startTime'), now - PAST_SECONDS);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false';
}

function isBefore(time: unknown, limit: number): boolean {
  const instant = typeof time === 'string' ? parseInstant(time, 'start') : undefined;
  return instant !== undefined && instant < limit;
}
