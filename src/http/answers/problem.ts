import { STATUS_CODES } from 'node:http';
import type { WrongField, CounterOffer } from '../../kernel/domain-error.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER, formatInstant, type TimeWindow } from '../../kernel/time-window.js';

/** One wrong member of a request: `pointer` is a JSON pointer (RFC 6901) into its body. */
export interface ProblemField {
  readonly pointer: string;
  readonly detail: string;
}

/** The counter-offer as the wire carries it: times as `YYYY-MM-DDThh:mm:ssZ`, an open end left out. */
export interface WireOffer {
  readonly maxCapacity: ResourceAmounts;
  readonly nextWindow?: WireWindow;
  readonly occurrence?: WireWindow;
}

interface WireWindow {
  readonly start: string;
  readonly end?: string;
}

/** An RFC 9457 body. `code` is for machines and never changes; `detail` is for people. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly ProblemField[];
  readonly offer?: WireOffer;
  readonly dependents?: readonly string[];
  readonly requestId?: string;
}

export interface ProblemParts {
  readonly title?: string;
  readonly fields?: readonly WrongField[];
  readonly offer?: CounterOffer;
  readonly dependents?: readonly string[];
  readonly requestId?: string;
}

/** The detail of a 404 for a path. */
export const NO_SUCH_PATH = 'Nothing answers at this path; GET /openapi.json lists the paths there are.';

/** The detail of a 500. It hides the cause, which goes to the log. */
export const FAILED_HERE = 'Something failed here; the request is not at fault.';

/** A refusal that belongs to HTTP alone, made before the domain is reached: 404, 405, 413, 415, 429 and the like. */
export class EdgeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly fields: readonly WrongField[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'EdgeRefusal';
  }
}

export function internalError(): EdgeRefusal {
  return new EdgeRefusal(500, 'internal-error', FAILED_HERE);
}

export function makeProblem(
  status: number,
  code: string,
  detail: string,
  parts: ProblemParts = {},
): ProblemDetails {
  return {
    type: `urn:problem-type:headroom:${code}`,
    title: parts.title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(parts.fields?.length ? { errors: wireFields(parts.fields) } : {}),
    ...(parts.offer ? { offer: wireOffer(parts.offer) } : {}),
    ...(parts.dependents ? { dependents: parts.dependents } : {}),
    ...(parts.requestId ? { requestId: parts.requestId } : {}),
  };
}

export function wireFields(fields: readonly WrongField[]): ProblemField[] {
  return fields.map(({ path, detail }) => ({ pointer: jsonPointer(path), detail }));
}

export function wireOffer({ maxCapacity, nextWindow, occurrence }: CounterOffer): WireOffer {
  return {
    maxCapacity,
    ...(nextWindow ? { nextWindow: wireWindow(nextWindow) } : {}),
    ...(occurrence ? { occurrence: wireWindow(occurrence) } : {}),
  };
}

function wireWindow({ start, end }: TimeWindow): WireWindow {
  return { start: formatInstant(start), ...(end === FOREVER ? {} : { end: formatInstant(end) }) };
}

function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export const PROBLEM_TYPE = 'application/problem+json';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The content type of a problem for a client that takes what its `Accept` says. */
export function problemContentType(accept: string | undefined): string {
  return isSparedProblem(accept) ? JSON_TYPE : PROBLEM_TYPE;
}

/**
 * The contract's clients name `application/json` and nothing else; only a client that could not take `application/problem+json` is
 * spared it.
 */
export function isSparedProblem(accept: string | undefined): boolean {
  // What most clients send, and what a refusal under load should not parse.
  if (accept === undefined || accept === 'application/json') return accept !== undefined;
  const ranges = accept.split(',').map(acceptedRange);
  return ranges.includes('application/json') && !ranges.some((range) => PROBLEM_RANGES.has(range));
}

const PROBLEM_RANGES: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/problem+json']);

/** The media range of one member of an Accept header, or an empty text where `q=0` rules it out. */
function acceptedRange(member: string): string {
  const [range, ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? '' : range;
}
