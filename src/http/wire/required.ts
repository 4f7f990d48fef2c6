import { DomainError } from '../../kernel/domain-error.js';
import { isGiven } from '../../kernel/given.js';

/**
 * A required member.
 *
 * @throws DomainError `invalid-request`, with the text that older clients match
 */
export function required<T>(value: T | null | undefined, name: string): T {
  if (isGiven(value)) return value;
  throw DomainError.about([name], 'invalid', 'invalid-request', `must provide '${name}' parameter`);
}
