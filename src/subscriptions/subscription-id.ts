import { DomainError } from '../kernel/domain-error.js';
import { bareId } from '../kernel/identifiers.js';

/** @throws DomainError `unknown-subscription` */
export function subscriptionIdIn(text: string): string {
  const id = bareId(text);
  if (id === undefined) throw unknownSubscription();
  return id;
}

export function unknownSubscription(): DomainError {
  const message = 'no subscription found for specified identifier';
  return new DomainError('unknown', 'unknown-subscription', message);
}
