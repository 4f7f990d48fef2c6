import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZonesRepository } from '../allocation/zones.repository.js';
import { classOf } from '../capacity/resource-types.js';
import { Configuration } from '../config/configuration.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Subscription, SubscriptionRequest } from './subscription.js';
import type { SubscriptionFilter } from './subscription-list.js';
import { beginToHear, hearAgain, noteSubscriptionsChanged } from './subscription-changes.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { idIn, unknownSubscription } from './subscription-id.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A new subscription, and the secret its notifications are signed with: the only time that it is told. */
export interface Subscribed {
  readonly subscription: Subscription;
  readonly secret: string;
}

/** Who wants to be told of which changes (semantics §8). */
@Injectable()
export class SubscriptionsService {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly zones: ZonesRepository,
    private readonly checks: SubscriptionChecks,
    private readonly transactions: Transactions,
    private readonly secrets: SubscriptionSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /**
   * @throws DomainError `invalid-request` for an unknown type id or an address nothing may be sent to;
   * `unknown-zone`, `unknown-reservation`
   */
  async subscribe(request: SubscriptionRequest, remember?: Remember<Subscribed>): Promise<Subscribed> {
    this.checks.address(request.callbackUri);
    const now = this.clock.now();
    const subscription = { ...(await this.resolved(request)), id: newId(), createdAt: now };
    const { secret, sealed } = this.secrets.make(subscription.id);
    const subscribed = { subscription, secret };
    await this.change(async (tx) => {
      await this.subscriptions.insert(tx, subscription, sealed);
      await beginToHear(tx, subscription, now);
      await storeRequest(tx, remember?.(subscribed), now);
    });
    return subscribed;
  }

  /** @throws DomainError `unknown-subscription` */
  async get(id: string): Promise<Subscription> {
    const subscription = await this.subscriptions.find(idIn(id));
    if (!subscription) throw unknownSubscription();
    return subscription;
  }

  /** @throws DomainError `unknown-zone` */
  async list(filter: SubscriptionFilter, range: ListRange): Promise<Listed<Subscription>> {
    await this.zones.requireIfGiven(filter.zoneId, 'zone');
    return this.subscriptions.list(filter, range);
  }

  /**
   * Ends a subscription and gives its id.
   *
   * @throws DomainError `unknown-subscription`
   */
  async unsubscribe(id: string, remember?: Remember<string>): Promise<string> {
    const known = idIn(id);
    await this.change(async (tx) => {
      if (!(await this.subscriptions.remove(tx, known))) throw unknownSubscription();
      await noteSubscriptionsChanged(tx);
      await storeRequest(tx, remember?.(known), this.clock.now());
    });
    return known;
  }

  /**
   * Tells a subscription again what happens from now on, after its receiver had turned it off.
   *
   * @throws DomainError `unknown-subscription`
   */
  async enable(text: string, remember?: Remember<Subscription>): Promise<Subscription> {
    const id = idIn(text);
    return this.change(async (tx) => {
      await this.subscriptions.enable(tx, id);
      const enabled = await this.subscriptions.find(id, tx);
      if (!enabled) throw unknownSubscription();
      await hearAgain(tx, id, this.clock.now());
      await storeRequest(tx, remember?.(enabled), this.clock.now());
      return enabled;
    });
  }

  /** Tells a subscription nothing more, in a transaction of the caller's. False when it is told nothing already. */
  async disable(tx: EntityManager, id: string, reason: string): Promise<boolean> {
    const isNews = await this.subscriptions.disable(tx, id, { since: this.clock.now(), reason });
    if (isNews) await noteSubscriptionsChanged(tx);
    return isNews;
  }

  /** The listener is called after each commit that changed who is told of what. */
  onChanged(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** For who changed it in a transaction of its own, once that has committed. */
  announceChange(): void {
    for (const listener of this.listeners) listener();
  }

  private async change<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const changed = await this.transactions.run(work);
    this.announceChange();
    return changed;
  }

  /** What it names has to be there. */
  private async resolved(request: SubscriptionRequest): Promise<SubscriptionRequest> {
    if (request.kind === 'reservation') {
      return {
        ...request,
        reservationIds: await this.checks.watched(request.reservationIds, request.tenant),
      };
    }
    classOf(request.kind, request.typeId, this.configuration.customClasses.keys());
    if (request.zoneId !== undefined) await this.zones.require(request.zoneId, 'zoneId');
    return request;
  }
}
