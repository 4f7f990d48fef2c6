import { isDeepStrictEqual } from 'node:util';
import type { ReservationRecord } from './records.js';

/** What an admission did to a reservation that was there before. Being created is no change. */
export interface ReservationChange {
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
}

/** Whether subscribers hear of it: not of when the record was last written, nor of what its owner calls it. */
export function isVisibleChange({ before, after }: ReservationChange): boolean {
  return !isDeepStrictEqual(told(before), told(after));
}

function told(record: ReservationRecord): ReservationRecord {
  return { ...record, updatedAt: 0, name: undefined, labels: undefined };
}
