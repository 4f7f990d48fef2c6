import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn, instantColumn } from '../database/columns.js';
import type { Instant } from '../kernel/time-window.js';
import { originOf } from './callback.js';
import type { Disabled, Subscription, SubscriptionKind, Threshold } from './subscription.js';

/** The credentials of a new subscription. */
export interface SealedCredentials {
  readonly sealedSecret: string;
  readonly sealedToken?: string;
}

@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) kind!: SubscriptionKind;
  @Column({ type: 'text', nullable: true }) tenant!: string | null;
  @Column({ type: 'text', name: 'zone_id', nullable: true }) zoneId!: string | null;
  @Column({ type: 'text', name: 'resource_type', nullable: true }) typeId!: string | null;
  @Column({ type: 'jsonb', nullable: true }) threshold!: Threshold | null;
  @Column({ type: 'jsonb', name: 'reservation_ids' }) reservationIds!: string[];
  @Column({ type: 'text', name: 'callback_uri', nullable: true }) callbackUri!: string | null;
  /** Which receiver it names, in one spelling. */
  @Column({ type: 'text', name: 'callback_origin', nullable: true, select: false }) callbackOrigin?:
    string | null;
  /** When its threshold last changed; null: when it was made. */
  @Column({ ...instantColumn('watches_from', true), select: false }) watchesFrom?: Instant | null;
  /** The number of the change of subscribers that made it. */
  @Column({ ...bigintColumn('since'), select: false }) since?: number;
  @Column(instantColumn('created_at')) createdAt!: Instant;
  @Column(instantColumn('disabled_at', true)) disabledAt!: Instant | null;
  @Column({ type: 'text', name: 'disabled_reason', nullable: true }) disabledReason!: string | null;
  /** Not selected by default: most reads don't need secrets. */
  @Column({ type: 'text', name: 'sealed_secret', nullable: true, select: false })
  sealedSecret!: string | null;
  @Column({ type: 'text', name: 'sealed_previous', nullable: true, select: false })
  sealedPrevious!: string | null;
  @Column({ ...instantColumn('previous_until', true), select: false }) previousUntil!: Instant | null;

  @Column({ type: 'text', name: 'sealed_token', nullable: true, select: false })
  sealedToken!: string | null;

  static of(
    subscription: Subscription,
    { sealedSecret, sealedToken }: SealedCredentials,
  ): SubscriptionEntity {
    const { id, kind, tenant, createdAt } = subscription;
    const isCapacity = subscription.kind !== 'reservation';
    return Object.assign(new SubscriptionEntity(), changeableColumns(subscription), {
      id,
      kind,
      tenant: tenant ?? null,
      zoneId: isCapacity ? (subscription.zoneId ?? null) : null,
      typeId: isCapacity ? subscription.typeId : null,
      createdAt,
      sealedSecret,
      sealedToken: sealedToken ?? null,
    });
  }

  toSubscription(): Subscription {
    const { id, kind, createdAt } = this;
    const base = {
      id,
      tenant: this.tenant ?? undefined,
      createdAt,
      callbackUri: this.callbackUri ?? undefined,
      disabled: this.disabled(),
    };
    if (kind === 'reservation') return { ...base, kind, reservationIds: this.reservationIds };
    return {
      ...base,
      kind,
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

/** The columns that a subscriber can change. */
export function changeableColumns(
  subscription: Subscription,
): Pick<SubscriptionEntity, 'threshold' | 'reservationIds' | 'callbackUri' | 'callbackOrigin'> {
  const isCapacity = subscription.kind !== 'reservation';
  const { callbackUri } = subscription;
  return {
    threshold: isCapacity ? (subscription.threshold ?? null) : null,
    reservationIds: isCapacity ? [] : [...subscription.reservationIds],
    callbackUri: callbackUri ?? null,
    callbackOrigin: callbackUri === undefined ? null : originOf(callbackUri),
  };
}
