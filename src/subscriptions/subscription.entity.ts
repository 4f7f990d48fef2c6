import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { Subscription, SubscriptionKind, Threshold } from './subscription.js';

@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) kind!: SubscriptionKind;
  @Column({ type: 'text', name: 'zone_id', nullable: true }) zoneId!: string | null;
  @Column({ type: 'text', name: 'resource_type', nullable: true }) typeId!: string | null;
  @Column({ type: 'jsonb', nullable: true }) threshold!: Threshold | null;
  @Column({ type: 'jsonb', name: 'reservation_ids' }) reservationIds!: string[];
  @Column({ type: 'text', name: 'callback_uri', nullable: true }) callbackUri!: string | null;
  @Column(instantColumn('created_at')) createdAt!: Instant;

  static of(subscription: Subscription): SubscriptionEntity {
    const isCapacity = subscription.kind !== 'reservation';
    return Object.assign(new SubscriptionEntity(), {
      id: subscription.id,
      kind: subscription.kind,
      zoneId: isCapacity ? (subscription.zoneId ?? null) : null,
      typeId: isCapacity ? subscription.typeId : null,
      threshold: isCapacity ? (subscription.threshold ?? null) : null,
      reservationIds: isCapacity ? [] : [...subscription.reservationIds],
      callbackUri: subscription.callbackUri ?? null,
      createdAt: subscription.createdAt,
    });
  }

  toSubscription(): Subscription {
    const { id, kind, createdAt } = this;
    const callbackUri = this.callbackUri ?? undefined;
    if (kind === 'reservation') {
      return { id, kind, createdAt, callbackUri, reservationIds: this.reservationIds };
    }
    return {
      id,
      kind,
      createdAt,
      callbackUri,
      zoneId: this.zoneId ?? undefined,
      typeId: this.typeId ?? '',
      threshold: this.threshold ?? undefined,
    };
  }
}
