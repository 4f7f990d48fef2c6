import type { Middleware } from 'openapi-fetch';
import { UnreachableError } from './problem.js';

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
