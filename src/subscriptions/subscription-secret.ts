import { originOf } from './callback-uri.js';

/**
 * The place that both secrets of a subscription are sealed for, so that the current one can become the previous one
 * unchanged.
 */
export function secretPlace(subscriptionId: string): string {
  return `subscriptions|${subscriptionId}|secret`;
}

/** The place that a token is sealed for. It names the receiver, so the token can't be opened for another receiver. */
export function tokenPlace(subscriptionId: string, callbackUri: string): string {
  return `subscriptions|${subscriptionId}|token|${originOf(callbackUri)}`;
}
