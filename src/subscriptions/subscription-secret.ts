import { originOf } from './callback-uri.js';

export { secretPlace } from '../security/secret-place.js';

/** The place that a token is sealed for. It names the receiver, so the token can't be opened for another receiver. */
export function tokenPlace(subscriptionId: string, callbackUri: string): string {
  return `subscriptions|${subscriptionId}|token|${originOf(callbackUri)}`;
}
