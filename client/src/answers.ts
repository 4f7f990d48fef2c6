import type { Middleware } from 'openapi-fetch';
import { isJson, NO_CONTENT, unreadable, UnreachableError } from './problem.js';

export const DEFAULT_ACCEPT = 'application/json';

/** The statuses that `fetch` follows. */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Refuses a redirect. `fetch` would send the tenant, a token of Keystone and the body to any other server, and it turns a POST
 * into a GET.
 */
export function noRedirects(): Middleware {
  return {
    onResponse({ request, response }) {
      // A browser hides the status and the headers of a redirect.
      if (response.type !== 'opaqueredirect' && !REDIRECT_STATUSES.has(response.status)) return;
      const target = targetOf(response.headers.get('Location'), request.url) ?? 'another address';
      const reason = new Error(`it redirects to ${target}; use that address`);
      throw new UnreachableError(new URL(request.url).origin, reason);
    },
  };
}

/** Without credentials and query, which may be secret. */
function targetOf(location: string | null, base: string): string | undefined {
  if (location === null || !URL.canParse(location, base)) return undefined;
  const { protocol, host, pathname } = new URL(location, base);
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : undefined;
}

/** Refuses an answer of another type: a proxy, or another server at the address, may answer a page of its own. */
export function acceptedOnly(): Middleware {
  return {
    onResponse({ request, response, options: { parseAs } }) {
      if (request.method === 'GET' && response.status === NO_CONTENT) throw unreadable('it has no body');
      if (!response.ok || response.body === null) return;
      const type = response.headers.get('Content-Type');
      const accept = request.headers.get('Accept');
      const isAccepted = parseAs === 'json' ? type === null || isJson(type) : accepts(accept, type);
      if (isAccepted) return;
      const expected = parseAs === 'json' ? 'JSON' : accept;
      const reason = new Error(`${type ?? 'no type'} instead of ${expected}`);
      throw new UnreachableError(new URL(request.url).origin, reason);
    },
  };
}

/** The default says nothing about a text: the metrics, for one, have a type of their own. */
function accepts(accept: string | null, type: string | null): boolean {
  if (accept === null || accept === DEFAULT_ACCEPT) return true;
  const given = mediaTypeOf(type ?? '');
  const wildcard = given.replace(/\/.*/, '/*');
  return accept.split(',').some((each) => ['*/*', wildcard, given].includes(mediaTypeOf(each)));
}

/** Without parameters. */
function mediaTypeOf(text: string): string {
  return text.replace(/;.*/, '').trim().toLowerCase();
}
