import { ProblemError, unwrap } from '@headroom/client';
import { errorOf, type Purpose } from './api-error';
import { headroom } from './headroom';
import { repeatable } from './repeatable';
import { requireSignIn } from './session';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Asked {
  readonly method?: 'get' | 'post' | 'patch' | 'delete';
  readonly query?: Query;
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly parseAs?: 'json' | 'text';
  /** Default: a GET is a read, everything else a change. A GET before a change is a trial: its answer has to be a fresh one. */
  readonly purpose?: Purpose;
}

/**
 * For paths that are put together here; the client checks only those that are written out.
 *
 * @throws ApiError for every answer that is no success, and when there is none
 */
export function request<T>(path: string, asked: Asked = {}): Promise<T> {
  const { query, body, signal, parseAs } = asked;
  const method = asked.method ?? (body ? 'post' : 'get');
  const purpose = asked.purpose ?? (method === 'get' ? 'read' : 'change');
  const send = (headers?: Readonly<Record<string, string>>): Promise<T> => {
    const options = { params: { query }, body, signal, parseAs, headers };
    return explained(unwrap<T>(headroom.http.request(method, path as never, options as never)), {
      signal,
      purpose,
    });
  };
  if (purpose === 'read') return send();
  if (purpose === 'trial') return send({ 'Cache-Control': 'no-cache' });
  return repeatable(JSON.stringify([method, path, query, body]), (key) => send({ 'Idempotency-Key': key }));
}

export interface Explained {
  readonly signal?: AbortSignal;
  readonly purpose?: Purpose;
}

/** Gives errors of the client the words of this page. A refused key brings up the page that asks for one. */
export async function explained<T>(
  asked: Promise<T>,
  { signal, purpose = 'read' }: Explained = {},
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof ProblemError && error.status === 401) requireSignIn();
    throw errorOf(error, purpose);
  }
}
