import { DomainError } from '../kernel/domain-error.js';

/**
 * A required member.
 *
 * @throws DomainError `invalid-request`, with the text that older clients match
 */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value !== undefined && value !== null) return value;
  const message = `must provide '${name}' parameter`;
  throw new DomainError('invalid', 'invalid-request', message, {
    fields: [{ path: [name], detail: message }],
  });
}
