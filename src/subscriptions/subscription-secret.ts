import { randomBytes } from 'node:crypto';

/** The prefix of secrets in Standard Webhooks; base64 follows. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret for the signatures of one subscription, in the form that its owner gets once. */
export function newSubscriptionSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The key within a secret. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/**
 * The place that both secrets of a subscription are sealed for, so that the current one can become the previous one
 * unchanged.
 */
export function secretPlace(subscriptionId: string): string {
  return `subscriptions|${subscriptionId}|secret`;
}
