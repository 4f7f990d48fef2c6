import { randomBytes } from 'node:crypto';

/** Says what it is, as Standard Webhooks has it; what follows is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret that notifications of one subscription are signed with, in the form its owner gets to see, once. */
export function newSubscriptionSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The key within a secret. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** The place both secrets of a subscription are sealed for, so that the current one can become the previous as it is. */
export function secretPlace(subscriptionId: string): string {
  return `subscriptions|${subscriptionId}|secret`;
}
