import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { SAMPLE } from '../../openapi/samples.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';

const TYPES: Readonly<Record<NorthboundKind, string>> = {
  compute: 'cpuCores',
  network: 'publicIps',
  storage: 'storageSize',
};

export function capacityChange(kind: NorthboundKind): object {
  return {
    ...(kind === 'compute' ? { zoneId: SAMPLE.zone } : {}),
    notificationId: SAMPLE.notification,
    capacityChangeTime: SAMPLE.now,
    resourceDescriptor: { [TYPE_MEMBER[kind]]: TYPES[kind] },
    capacityInformation: { available: 10, reserved: 80, total: 100, allocated: 10 },
    capacityChangeSubscriptionId: SAMPLE.subscription,
  };
}

export function reservationChangeExample(): object {
  return {
    changeId: SAMPLE.notification,
    reservationId: SAMPLE.reservation,
    vimId: 'headroom',
    changeType: 'Reservation time change',
    changedReservationData: { endTime: SAMPLE.laterEnd },
    reservationChangeSubscriptionId: SAMPLE.subscription,
  };
}
