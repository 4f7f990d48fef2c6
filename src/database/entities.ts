import type { EntitySchema } from 'typeorm';
import { InstanceEntity } from '../instances/instance.entity.js';
import { ReceivedNotificationEntity } from '../notifications/received-notification.entity.js';
import { PoolEntryEntity } from '../pools/pool-entry.entity.js';
import { ProviderEntity } from '../providers/provider.entity.js';
import { ClaimEntity, ReservationEntity } from '../reservations/reservation.entity.js';
import { SubscriptionEntity } from '../subscriptions/subscription.entity.js';

/** A class that TypeORM maps to a table. */
export type EntityClass = (abstract new () => object) | EntitySchema;

/** Every entity, listed by class, because nothing here is loaded by glob. */
export const entities: readonly EntityClass[] = [
  ProviderEntity,
  PoolEntryEntity,
  ReservationEntity,
  ClaimEntity,
  InstanceEntity,
  SubscriptionEntity,
  ReceivedNotificationEntity,
];
