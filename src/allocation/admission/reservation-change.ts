import { isDeepStrictEqual } from 'node:util';
import type { ReservationRecord } from './records.js';

/** A change of an existing reservation by an admission. */
export interface ReservationChange {
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
}

/** A change to notify subscriptions of; without `change`, the reservation was created. */
export interface NotedChange {
  readonly id: string;
  readonly change?: ReservationChange;
  /** The trace of the request that made the change. */
  readonly traceparent?: string;
}

/** True if subscriptions are notified of it. Changes of `updatedAt`, name and labels alone are not notified. */
export function isVisibleChange({ before, after }: ReservationChange): boolean {
  return !isDeepStrictEqual(notifiedPart(before), notifiedPart(after));
}

function notifiedPart(record: ReservationRecord): ReservationRecord {
  return { ...record, updatedAt: 0, name: undefined, labels: undefined };
}
