import { ProblemError, unwrap, UnreachableError } from '@headroom/client';
import { headroom } from './headroom';
import { requireSignIn } from './session';

/** One member that is wrong, as the service names it. */
export interface FieldError {
  readonly pointer?: string;
  readonly detail: string;
}

/** A refusal or failure, in words that say what to do. */
export class ApiError extends Error {
  /** @param status 0 when there was no answer */
  constructor(
    readonly status: number,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Asked {
  readonly method?: 'get' | 'post' | 'patch' | 'delete';
  readonly query?: Query;
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly parseAs?: 'json' | 'text';
}

/**
 * For paths that are put together here; the client checks only those that are written out.
 *
 * @throws ApiError for every answer that is no success, and when there is none
 */
export function request<T>(path: string, { method, query, body, signal, parseAs }: Asked = {}): Promise<T> {
  const options = { params: { query }, body, signal, parseAs };
  const chosen = method ?? (body ? 'post' : 'get');
  return explained(unwrap<T>(headroom.http.request(chosen, path as never, options as never)), signal);
}

/** Gives errors of the client the words of this page. A refused key brings up the page that asks for one. */
export async function explained<T>(asked: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw errorOf(error);
  }
}

const ADVICE: Readonly<Record<number, string>> = {
  401: 'Sign in.',
  403: 'You may not do this; ask an administrator for another role.',
  429: 'Too many requests; this page tries again by itself.',
};

function errorOf(error: unknown): Error {
  if (error instanceof UnreachableError) {
    return new ApiError(
      0,
      'The service does not answer. Check that it runs; this page tries again by itself.',
    );
  }
  if (!(error instanceof ProblemError)) return error instanceof Error ? error : new Error(String(error));
  if (error.status === 401) requireSignIn();
  const advice = ADVICE[error.status];
  const errors = (error.problem.errors ?? []) as readonly FieldError[];
  return new ApiError(error.status, advice ? `${error.message} ${advice}` : error.message, errors);
}
