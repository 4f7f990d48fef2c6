import type { EntityManager } from 'typeorm';
import { asDomainError } from '../../database/constraints.js';
import { isSameKey, storedKeys, type RememberedRequest } from '../../database/remembered-request.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isAboutAddresses, isAboutKeys } from '../ledger/violations.js';
import { isRead, type ZoneRequest } from '../admission/admission.js';

/** The database rejected what a batch wanted to store, because of some of its requests. */
export class BatchRejected extends Error {
  /**
   * @param cause the database's error
   * @param suspects the requests that can have caused it
   * @param isProven all of the suspects are at fault, and no other request is
   */
  constructor(
    override readonly cause: unknown,
    readonly suspects: ReadonlySet<ZoneRequest<unknown>>,
    readonly isProven: boolean,
  ) {
    super('the database rejected a batch', { cause });
  }
}

/**
 * Finds the requests of a batch that can have made the database reject it. Of a taken `Idempotency-Key` the database
 * tells which requests have it. An error that is no request's fault is returned unchanged.
 */
export async function rejectionOf(
  db: EntityManager,
  error: unknown,
  requests: readonly ZoneRequest<unknown>[],
  remembered: ReadonlyMap<ZoneRequest<unknown>, RememberedRequest>,
): Promise<unknown> {
  const refused = asDomainError(error);
  const isForAll = refused instanceof DomainError && refused.kind === 'unavailable';
  if (error instanceof DomainError || isForAll) return error;
  if (isAboutKeys(error)) {
    const taken = await storedKeys(db, [...remembered.values()]);
    const proven = requests.filter((request) => {
      const wanted = remembered.get(request);
      return wanted && taken.some((key) => isSameKey(key, wanted));
    });
    if (proven.length > 0) return new BatchRejected(error, new Set(proven), true);
  }
  const suspects = requests.filter((request) => {
    if (isRead(request) || request.isDryRun) return false;
    if (isAboutKeys(error)) return remembered.has(request);
    return !isAboutAddresses(error) || request.needs?.addresses === true;
  });
  return new BatchRejected(error, new Set(suspects), false);
}
