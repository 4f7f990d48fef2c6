import { createHeadroom } from '@headroom/client';
import { currentKey } from './session';

/** Requests that change something carry an idempotency key, so that a second attempt has no second effect. */
export const headroom = createHeadroom({
  baseUrl: location.origin,
  token: () => currentKey() ?? undefined,
  retry: { attempts: 2, timeoutMs: 20_000 },
});
