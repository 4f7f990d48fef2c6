import { DomainError } from '../../kernel/domain-error.js';

const CODE = 'reservation-changed';
const MAX_TRIES = 5;

/**
 * The reservation has changed since it was read, and may be in another zone. `againIfChanged` reads and decides again.
 */
export function changedMeanwhile(): DomainError {
  const message = 'the reservation was changed by somebody else meanwhile; try again';
  return new DomainError('unavailable', CODE, message, { retryAfter: 1 });
}

/**
 * Reads and decides, and retries if another request has changed the reservation in between.
 *
 * @throws DomainError the errors of `work`; `reservation-changed` after MAX_TRIES conflicts
 */
export async function againIfChanged<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isChanged = error instanceof DomainError && error.code === CODE;
      if (!isChanged || tries === MAX_TRIES) throw error;
    }
  }
}
