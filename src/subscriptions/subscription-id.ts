import { DomainError } from '../kernel/domain-error.js';
import { parseReference } from '../kernel/identifiers.js';

/**
 * The bare id; subscriptions are no collections and have no `<Kind>:` form.
 *
 * @throws DomainError `unknown-subscription`
 */
export function subscriptionIdIn(text: string): string {
  const reference = parseReference(text);
  if (!reference || reference.kind) throw unknownSubscription();
  return reference.id;
}

export function unknownSubscription(): DomainError {
  const message = 'no subscription found for specified identifier';
  return new DomainError('unknown', 'unknown-subscription', message);
}
