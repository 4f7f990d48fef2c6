import { createHeadroom } from '@headroom/client';
import { cacheDirective, isRead, noteOwnChange } from './freshness';
import { credentialHeader, currentCredentials } from './session';

/** Requests that change something carry an idempotency key, so that a second attempt has no second effect. */
export const headroom = createHeadroom({
  baseUrl: location.origin,
  fetch: async (request) => {
    const credentials = currentCredentials();
    if (credentials) request.headers.set(...credentialHeader(credentials));
    if (!isRead(request)) {
      const response = await fetch(request);
      noteOwnChange();
      return response;
    }
    const directive = cacheDirective();
    if (directive !== undefined) request.headers.set('Cache-Control', directive);
    return fetch(request);
  },
  retry: { attempts: 2, timeoutMs: 20_000 },
});
