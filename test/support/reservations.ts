import type {
  HeldReservation,
  InstanceRecord,
  ReservationRecord,
} from '../../src/allocation/admission/records.js';
import type { ResourceAmounts } from '../../src/kernel/resource-amounts.js';
import type { TimeWindow } from '../../src/kernel/time-window.js';

/** A reservation record with defaults for all that a test does not specify. */
export function reservationRecord(
  id: string,
  window: TimeWindow,
  amounts: ResourceAmounts,
  more: Partial<ReservationRecord> = {},
): ReservationRecord {
  return {
    zoneId: 'z',
    id,
    kind: 'mixed',
    status: 'admitted',
    window,
    amounts,
    elements: [],
    restrictedTo: [],
    addresses: [],
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
}

export function instanceRecord(
  id: string,
  held: HeldReservation,
  providerId: string,
  amounts: ResourceAmounts,
  more: Partial<InstanceRecord> = {},
): InstanceRecord {
  return {
    zoneId: 'z',
    id,
    providerId,
    reservationId: held.record.id,
    name: id,
    image: 'image',
    flavor: 'flavor',
    networks: [],
    amounts,
    borrowed: {},
    state: 'active',
    window: held.record.window,
    attempts: 0,
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
}
