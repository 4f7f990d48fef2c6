import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import type { Disabled, Subscription, SubscriptionKind, Threshold } from './subscription.js';

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
  @Column(instantColumn('disabled_at', true)) disabledAt!: Instant | null;
  @Column({ type: 'text', name: 'disabled_reason', nullable: true }) disabledReason!: string | null;
  /** Read only where it is asked for: most have no business with secrets, not even sealed ones. */
  @Column({ type: 'text', name: 'sealed_secret', nullable: true, select: false })
  sealedSecret!: string | null;
  @Column({ type: 'text', name: 'sealed_previous', nullable: true, select: false })
  sealedPrevious!: string | null;
  @Column({ ...instantColumn('previous_until', true), select: false }) previousUntil!: Instant | null;

  static of(subscription: Subscription, sealedSecret: string): SubscriptionEntity {
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
      sealedSecret,
    });
  }

  toSubscription(): Subscription {
    const { id, kind, createdAt } = this;
    const callbackUri = this.callbackUri ?? undefined;
    const disabled = this.disabled();
    if (kind === 'reservation') {
      return { id, kind, createdAt, callbackUri, disabled, reservationIds: this.reservationIds };
    }
    return {
      id,
      kind,
      createdAt,
      callbackUri,
      disabled,
      zoneId: this.zoneId ?? undefined,
      typeId: this.typeId ?? '',
      threshold: this.threshold ?? undefined,
    };
  }

  private disabled(): Disabled | undefined {
    if (this.disabledAt === null) return undefined;
    return { since: this.disabledAt, reason: this.disabledReason ?? '' };
  }
}
