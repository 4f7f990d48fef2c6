import { DomainError } from '../kernel/domain-error.js';

/**
 * A member that has to be there.
 *
 * @throws DomainError `invalid-request`, in the words that older clients match on
 */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value !== undefined && value !== null) return value;
  const message = `must provide '${name}' parameter`;
  throw new DomainError('invalid', 'invalid-request', message, {
    fields: [{ path: [name], detail: message }],
  });
}
