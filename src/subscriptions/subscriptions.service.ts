import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZonesRepository } from '../zones/zones.repository.js';
import { classOf } from '../capacity/resource-types.js';
import { Configuration } from '../config/configuration.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { sees, tenantScope, type Principal } from '../kernel/principal.js';
import type {
  OwnedSubscription,
  SubscribeRequest,
  Subscription,
  SubscriptionRequest,
} from './subscription.js';
import type { SubscriptionFilter } from './subscription-list.js';
import { openWatermarks, reopenWatermarks, noteSubscriptionsChanged } from './subscription-changes.js';
import { ReceiverChallenge } from './receiver-challenge.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { subscriptionIdIn, unknownSubscription } from './subscription-id.js';
import { SubscriptionLimits } from './subscription-limits.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A new subscription with the secret that signs its notifications, which is returned only here. */
export interface Subscribed {
  readonly subscription: Subscription;
  readonly secret: string;
}

/** The waiting notifications of a disabled subscription, which are given up before it is enabled. */
export interface Backlog {
  exists(tx: EntityManager, subscriptionId: string): Promise<boolean>;
  /** In transactions of its own: there may be more than one statement can change. */
  giveUp(subscriptionId: string): Promise<void>;
}

/** Creates, lists and ends subscriptions (semantics §8). */
@Injectable()
export class SubscriptionsService {
  /** Emits after each commit that changed subscriptions. */
  readonly events = new EventEmitter<{ changed: [] }>();
  private ending?: (subscription: Subscription) => Promise<void>;
  private backlog?: Backlog;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly zones: ZonesRepository,
    private readonly checks: SubscriptionChecks,
    private readonly transactions: Transactions,
    private readonly secrets: SubscriptionSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly limits: SubscriptionLimits,
    private readonly receivers: ReceiverChallenge,
  ) {}

  /**
   * @throws DomainError `invalid-request` for an unknown type id, an address that the guard forbids, or a token without
   *   an address; `unknown-zone`, `unknown-reservation`, `too-many-subscriptions`, `receiver-not-confirmed`
   */
  async subscribe(
    caller: Principal,
    { request, callbackToken }: SubscribeRequest,
    remember?: Remember<Subscribed>,
  ): Promise<Subscribed> {
    const { callbackUri } = request;
    this.checks.address(callbackUri);
    const now = this.clock.now();
    const subscription = { ...(await this.resolved(caller, request)), id: newId(), createdAt: now };
    const { id } = subscription;
    const { secret, sealed: sealedSecret } = this.secrets.make(id);
    const sealedToken = callbackToken && this.secrets.sealToken(id, callbackUri, callbackToken);
    const subscribed = { subscription, secret };
    await this.receivers.confirm(callbackUri, () => ({ secrets: [secret], token: callbackToken }));
    await this.change(async (tx) => {
      await this.subscriptions.insert(tx, subscription, { sealedSecret, sealedToken });
      await openWatermarks(tx, subscription, now);
      await this.limits.check(tx, subscription);
      await storeRequest(tx, remember?.(subscribed), now);
    });
    return subscribed;
  }

  /** @throws DomainError `unknown-subscription` */
  async get(caller: Principal, id: string): Promise<Subscription> {
    const subscription = await this.subscriptions.find(subscriptionIdIn(id));
    if (!subscription || !sees(caller, subscription.tenant)) throw unknownSubscription();
    return subscription;
  }

  /** @throws DomainError `unknown-zone` */
  async list(caller: Principal, filter: SubscriptionFilter, range: ListRange): Promise<Listed<Subscription>> {
    await this.zones.requireIfGiven(filter.zoneId);
    return this.subscriptions.list(tenantScope(caller), filter, range);
  }

  /** Sets the listener, which is called before a subscription is deleted. */
  onEnding(listener: (subscription: Subscription) => Promise<void>): void {
    this.ending = listener;
  }

  /**
   * Ends a subscription and returns its id.
   *
   * @throws DomainError `unknown-subscription`
   */
  async unsubscribe(
    caller: Principal,
    id: string,
    remember?: Remember<OwnedSubscription>,
  ): Promise<OwnedSubscription> {
    const subscription = await this.get(caller, id);
    await this.ending?.(subscription);
    return this.change(async (tx) => {
      const removed = await this.subscriptions.remove(tx, tenantScope(caller), subscription.id);
      if (!removed) throw unknownSubscription();
      await noteSubscriptionsChanged(tx);
      await storeRequest(tx, remember?.(removed), this.clock.now());
      return removed;
    });
  }

  /** Sets the backlog, which is empty when a disabled subscription is enabled. */
  onEnabling(backlog: Backlog): void {
    this.backlog = backlog;
  }

  /**
   * Enables a subscription that its receiver had disabled. It receives changes from now on.
   *
   * @throws DomainError `unknown-subscription`
   */
  async enable(caller: Principal, text: string, remember?: Remember<Subscription>): Promise<Subscription> {
    const { id } = await this.get(caller, text);
    for (;;) {
      const enabled = await this.transactions.run((tx) => this.enableIfEmpty(tx, id, remember));
      if (enabled) {
        this.announceChange();
        return enabled;
      }
      await this.backlog?.giveUp(id);
    }
  }

  /** Disables a subscription at an address, in the caller's transaction. False when it is disabled already, or has another address. */
  async disable(
    tx: EntityManager,
    subscription: Pick<Subscription, 'id' | 'callbackUri'>,
    reason: string,
  ): Promise<boolean> {
    const isNews = await this.subscriptions.disable(tx, subscription, { since: this.clock.now(), reason });
    if (isNews) await noteSubscriptionsChanged(tx);
    return isNews;
  }

  /** Announces a change that a caller made in its own transaction. Call it after the commit. */
  announceChange(): void {
    this.events.emit('changed');
  }

  /** Undefined while notifications of the disabled subscription wait: they have no lane, so no worker would settle them. */
  private async enableIfEmpty(
    tx: EntityManager,
    id: string,
    remember?: Remember<Subscription>,
  ): Promise<Subscription | undefined> {
    // Locked, because a receiver that answers 410 may disable it meanwhile.
    const known = await this.subscriptions.lock(tx, id);
    if (!known) throw unknownSubscription();
    if (known.disabled && (await this.backlog?.exists(tx, id))) return undefined;
    const now = this.clock.now();
    await this.subscriptions.enable(tx, id);
    await reopenWatermarks(tx, id, now);
    const enabled = { ...known, disabled: undefined };
    await storeRequest(tx, remember?.(enabled), now);
    return enabled;
  }

  private async change<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const changed = await this.transactions.run(work);
    this.announceChange();
    return changed;
  }

  /** Resolves its references, which must exist. */
  private async resolved(caller: Principal, request: SubscriptionRequest): Promise<SubscriptionRequest> {
    if (request.kind === 'reservation') {
      return {
        ...request,
        reservationIds: await this.checks.watched(caller, request.reservationIds, request),
      };
    }
    classOf(request.kind, request.typeId, this.configuration.customClasses.keys());
    if (request.zoneId !== undefined) await this.zones.require(request.zoneId, 'zoneId');
    return request;
  }
}
