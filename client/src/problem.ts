import type { components } from './generated/openapi.js';

/** A problem as in RFC 9457. Group B offers name the members of Group B. */
export type Problem = components['schemas']['Problem'] | components['schemas']['NorthboundProblem'];

/** The service refused a request by its HTTP status. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  /**
   * @param status the HTTP status
   * @param problem the body of the answer; a proxy in front of the service may answer in another form
   */
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }

  /** What sort of problem it is, for programs. A code never changes its meaning. */
  get code(): string {
    return this.problem.code;
  }

  get offer(): Problem['offer'] {
    return this.problem.offer;
  }
}

/** No answer came: the service is down, the name is unknown, the time was up, or what came can't be read. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    readonly url: string,
    cause: unknown,
  ) {
    super(`no answer from ${url}: ${reasonOf(cause)}`, { cause });
  }
}

/** Node hides the reason in the cause of a `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a request's answer.
 *
 * @throws ProblemError when the service refused the request
 * @throws UnreachableError when there is no answer, or none that can be read
 */
export async function unwrap<T>(request: Promise<Answered<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await request.catch(throwReadable);
  if (!response.ok) throw new ProblemError(response.status, problemOf(error, response));
  if (response.status !== NO_CONTENT && !isBody(data, response))
    throw unreadable('its body is no JSON object');
  return data as NonNullable<T>;
}

/** The service answers so where an operation has no body. */
export const NO_CONTENT = 204;

/** Each JSON answer of the service is an object. A string is the text of the answer, which the caller has asked for by `parseAs`. */
function isBody(data: unknown, { headers }: Response): boolean {
  if (typeof data !== 'string') return typeof data === 'object' && data !== null && !Array.isArray(data);
  return isJson(headers.get('Content-Type') ?? '') ? data.trimStart().startsWith('{') : data !== '';
}

export function isJson(type: string): boolean {
  return /\bjson\b/i.test(type);
}

/** An answer that can't be from the service. */
export function unreadable(reason: string): UnreachableError {
  return new UnreachableError('the service', new Error(reason));
}

/** The parser's error doesn't say where the text came from. */
function throwReadable(error: unknown): never {
  throw (error as Error).name === 'SyntaxError' ? new UnreachableError('the service', error) : error;
}

/** What a proxy answers has no form that is known. */
function problemOf(error: unknown, { status, statusText }: Response): Problem {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Partial<Problem>;
  const title = given.title ?? (statusText || `HTTP ${status}`);
  return { type: 'about:blank', code: `http-${status}`, detail: title, ...given, title, status };
}
