import { DomainError } from '../kernel/domain-error.js';

const CODE = 'reservation-changed';
const MOST_TRIES = 5;

/**
 * What was read of a reservation before the decision no longer holds, its zone perhaps: it is to be read and decided again,
 * see `againIfChanged`.
 */
export function changedMeanwhile(): DomainError {
  const message = 'the reservation was changed by somebody else meanwhile; try again';
  return new DomainError('unavailable', CODE, message, { retryAfter: 1 });
}

/**
 * Reads and decides, and does both again when somebody else has changed the reservation in between.
 *
 * @throws DomainError what `work` throws; `reservation-changed` when it was changed in between time and again
 */
export async function againIfChanged<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isChanged = error instanceof DomainError && error.code === CODE;
      if (!isChanged || tries === MOST_TRIES) throw error;
    }
  }
}
