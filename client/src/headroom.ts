import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { acceptedOnly, DEFAULT_ACCEPT, noRedirects } from './answers.js';
import type { paths } from './generated/openapi.js';
import type { DryRunPath, ForeseenOutcome, OperationBody, OperationPath, Outcome } from './outcome.js';
import { pagesOf, type ItemOf, type ListPath, type ListQuery, type Page } from './paging.js';
import { serializePath } from './path.js';
import { unreadable, unwrap } from './problem.js';
import { retrying, type RetryOptions } from './retry.js';
import { timelineOf, type TimelineKind, type TimelineQuery, type TimelineRow } from './timeline.js';

/** The text, or a function that is asked for it before each request. */
export type Credential = string | (() => string | undefined | Promise<string | undefined>);

export interface HeadroomOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. Default: where the page comes from. */
  readonly baseUrl?: string;
  /** API key (`hr_…`) or access token, sent as `Authorization: Bearer`. */
  readonly token?: Credential;
  /** Token of Keystone, sent as `X-Auth-Token`; a service accepts one credential, so `token` must be absent then. */
  readonly keystoneToken?: Credential;
  /** Sent as `Headroom-Tenant`. */
  readonly tenant?: string;
  readonly retry?: RetryOptions;
  /** Ends every request that has no signal of its own. */
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** By default the client makes one. Keep your own to repeat a request after a crash of the program. */
  readonly idempotencyKey?: string;
}

/** It asks for JSON, so answers are typed as JSON where the service also writes text. */
export type HeadroomHttp = Client<paths, 'application/json'>;

const RESULTS: ReadonlySet<unknown> = new Set<Outcome<OperationPath>['result']>(['ok', 'conflict', 'error']);

/** Items of a page that `items` asks for. */
const ITEMS_PER_PAGE = 100;

export interface Headroom {
  /** Every request of the OpenAPI document by method and path, with retries; `unwrap` gives the body or throws. */
  readonly http: HeadroomHttp;

  /**
   * Posts to a Group A operation.
   *
   * @returns the answer; `result` tells `ok`, `conflict` and `error` apart
   * @throws ProblemError when the service refuses the request before the operation (401, 403, 429, 5xx and the like)
   * @throws UnreachableError when there is no answer
   */
  readonly operate: <P extends OperationPath>(
    path: P,
    body: OperationBody<P>,
    options?: CallOptions,
  ) => Promise<Outcome<P>>;

  /** Asks how an operation would end: the same decision on the same state, with nothing written and nobody told. */
  readonly dryRun: <P extends DryRunPath>(
    path: P,
    body: OperationBody<P>,
    options?: Pick<CallOptions, 'signal'>,
  ) => Promise<ForeseenOutcome<P>>;

  /** The records of a list, page by page; `limit` is the size of a page. */
  readonly pages: <P extends ListPath>(
    path: P,
    query?: ListQuery<P>,
    options?: CallOptions,
  ) => AsyncGenerator<readonly ItemOf<P>[], void, undefined>;

  /** The records of a list, one by one. */
  readonly items: <P extends ListPath>(
    path: P,
    query?: ListQuery<P>,
    options?: CallOptions,
  ) => AsyncGenerator<ItemOf<P>, void, undefined>;

  /** The four figures over a period: a row per instant at which one of them changes. */
  readonly timeline: <K extends TimelineKind>(
    kind: K,
    query: TimelineQuery<K>,
    options?: CallOptions,
  ) => AsyncGenerator<TimelineRow, void, undefined>;
}

/** A client of one service. It keeps no state and needs no closing. */
export function createHeadroom(options: HeadroomOptions = {}): Headroom {
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const http = createClient<paths, 'application/json'>({
    baseUrl: options.baseUrl ?? '',
    fetch: retrying(send, options.retry),
    headers: { Accept: DEFAULT_ACCEPT },
    pathSerializer: serializePath,
    redirect: 'manual',
    signal: options.signal,
  });
  http.use(identification(options), acceptedOnly(), noRedirects());
  const pages: Headroom['pages'] = (path, query, { signal } = {}) =>
    pagesOf((cursor) => readPage(http, path, { limit: ITEMS_PER_PAGE, ...query, cursor }, withOwn(signal)));
  return {
    http,
    operate: (path, body, call) => operate(http, path, body, call),
    dryRun: (path, body, call) =>
      operate(http, path, { ...(body as object), 'dry-run': true } as never, call),
    pages,
    async *items(path, query, call) {
      for await (const page of pages(path, query, call)) yield* page;
    },
    timeline: (kind, query, { signal } = {}) =>
      timelineOf((from) => {
        const period = from === undefined ? {} : { 'timePeriod.startTime': from };
        const all = { ...query, ...period, showTimeline: true };
        return unwrap(
          http.GET(`/capacity/${kind}/query`, { params: { query: all }, ...withOwn(signal) } as never),
        );
      }),
  };
}

async function given(credential: Credential | undefined): Promise<string | undefined> {
  return typeof credential === 'function' ? credential() : credential;
}

/** Says who asks, on each request. */
function identification({ token, keystoneToken, tenant }: HeadroomOptions): Middleware {
  return {
    async onRequest({ request }) {
      const [bearer, keystone] = [await given(token), await given(keystoneToken)];
      if (bearer) request.headers.set('Authorization', `Bearer ${bearer}`);
      if (keystone) request.headers.set('X-Auth-Token', keystone);
      if (tenant) request.headers.set('Headroom-Tenant', tenant);
      return request;
    },
  };
}

/** An absent member leaves the signal of the client in force; an undefined one would remove it. */
function withOwn(signal: AbortSignal | undefined): Pick<CallOptions, 'signal'> {
  return signal === undefined ? {} : { signal };
}

/** The path decides the types of body and answer, which the compiler can't follow for a path that is a parameter. */
async function operate<P extends OperationPath>(
  http: HeadroomHttp,
  path: P,
  body: OperationBody<P>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<Outcome<P>> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const outcome = await unwrap<Outcome<P>>(http.POST(path, { body, headers, ...withOwn(signal) } as never));
  if (!isOutcome(outcome)) throw unreadable('its body has no known result');
  return outcome;
}

/** A server that is not the service can answer any JSON, or no body. */
function isOutcome(answer: { readonly result?: unknown } | undefined): boolean {
  return RESULTS.has(answer?.result);
}

async function readPage<P extends ListPath>(
  http: HeadroomHttp,
  path: P,
  query: Readonly<Record<string, unknown>>,
  own: Pick<CallOptions, 'signal'>,
): Promise<Page<ItemOf<P>>> {
  const { id, ...filters } = query;
  const params = { query: filters, path: { id } };
  const page = await unwrap<Page<ItemOf<P>>>(http.GET(path, { params, ...own } as never));
  if (!hasItems(page)) throw unreadable('its body has no items');
  return page;
}

function hasItems(page: { readonly items?: unknown } | undefined): boolean {
  return Array.isArray(page?.items);
}
