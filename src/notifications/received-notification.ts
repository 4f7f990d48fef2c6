import type { Instant } from '../kernel/time-window.js';
import { NORTHBOUND_KINDS, type NorthboundKind } from '../kernel/northbound-kind.js';

/** The subject of a notification: capacity of one of the three kinds, or a reservation. */
export const NOTIFICATION_KINDS = [...NORTHBOUND_KINDS, 'reservation'] as const;

export type NotificationKind = NorthboundKind | 'reservation';

/** A notification that another service sent here, as it came. */
export interface ReceivedNotification {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly body: object;
  readonly receivedAt: Instant;
}

/** The path of compute carries changes of reservations too; those have a `changeId`. */
export function kindOfNotification(path: NorthboundKind, body: object): NotificationKind {
  return path === 'compute' && 'changeId' in body ? 'reservation' : path;
}
