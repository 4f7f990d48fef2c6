import type { Reservation } from '../api/records';

/** Differs once the reservation has been changed. `updated` alone has whole seconds, in which several changes may be made. */
export function versionOf({
  updated,
  start,
  end,
  capacity,
}: Pick<Reservation, 'updated' | 'start' | 'end' | 'capacity'>): string {
  return JSON.stringify([updated, start, end, capacity]);
}
