import { isDeepStrictEqual } from 'node:util';
import type { ReservationRecord } from './records.js';

/** What an admission did to a reservation that was there before. Being created is no change. */
export interface ReservationChange {
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
}

/** Whether there is more to it than when it was last written; what backs a reservation is nobody's business. */
export function isVisibleChange({ before, after }: ReservationChange): boolean {
  return !isDeepStrictEqual({ ...before, updatedAt: 0 }, { ...after, updatedAt: 0 });
}
