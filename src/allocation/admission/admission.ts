import type { RequestRecord } from '../../database/remembered-request.js';
import type { Draft } from './draft.js';
import type { Needs } from './needs.js';

/**
 * A request to take or release capacity, decided on a zone's ledger. `decide` runs synchronously on a state that is
 * proven current, may run more than once, and refuses by throwing.
 */
export interface Admission<T> {
  readonly needs?: Needs;
  /** Number of concrete addresses it needs. The zone is extended if it has too few. */
  readonly addresses?: number;
  decide(draft: Draft): T;
  /** Returns what is stored of the request in the same transaction: the answer for its idempotency key, its audit record. */
  remember?(value: T): RequestRecord;
  /** False: it has no idempotency key, so `remember` returns no answer. */
  readonly hasKey?: boolean;
  /**
   * The release in another zone, in the same transaction. Such an admission is a batch of its own, with both zones
   * locked.
   */
  readonly departure?: Departure;
  /**
   * The request names no zone, so another attempt at it may be decided in another zone at the same time. In a cluster, where
   * zones share no unique index, the record of its key is stored with those of requests that belong to no zone. With a key it is
   * a batch of its own then.
   */
  readonly isForAnyZone?: boolean;
  /** It is decided in its turn like any other, then undone instead of appended. See `dryRun`. */
  readonly isDryRun?: boolean;
}

/** How a reservation leaves a zone for another zone, which has just admitted it. */
export interface Departure {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /**
   * Whether an instance of the old zone had drawn on it when it was read: the draft doesn't know one that is gone again. Absent if
   * that makes no difference.
   */
  readonly drawnThere?: boolean;
  /**
   * Releases the capacity that the reservation holds in the old zone, and admits others there. The draft contains the
   * reservation, its protectors, and the reservations that hold nothing; without any of these it has no capacity.
   *
   * @throws DomainError when the reservation can't leave; then nothing of the admission is stored either
   */
  decide(draft: Draft): void;
  /** Throws like `decide`, and changes nothing. The draft needs only the reservation and its protectors. */
  check(draft: Draft): void;
}

/** A read of a zone, on a state that is proven current. It may run more than once. */
export interface ZoneRead<T> {
  readonly needs?: Needs;
  read(state: ZoneState): T;
}

/** The zone's fold, time and addresses after the earlier decisions of the batch, and the entries these have posted. */
export type ZoneState = Readonly<
  Pick<Draft, 'fold' | 'now' | 'head' | 'entries' | 'zoneAddresses' | 'addressRoom' | 'providerTraits'>
>;

/** A request to a zone's loop. */
export type ZoneRequest<T> = Admission<T> | ZoneRead<T>;

export function isRead(request: ZoneRequest<unknown>): request is ZoneRead<unknown> {
  return 'read' in request;
}
