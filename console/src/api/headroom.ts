import { createHeadroom } from '@headroom/client';
import { cacheDirective } from './freshness';
import { credentialHeader, currentCredentials } from './session';

/** Requests that change something carry an idempotency key, so that a second attempt has no second effect. */
export const headroom = createHeadroom({
  baseUrl: location.origin,
  fetch: (request) => {
    const credentials = currentCredentials();
    if (credentials) request.headers.set(...credentialHeader(credentials));
    const directive = cacheDirective();
    if (directive !== undefined && !request.headers.has('Cache-Control'))
      request.headers.set('Cache-Control', directive);
    return fetch(request);
  },
  retry: { attempts: 2, timeoutMs: 20_000 },
});
