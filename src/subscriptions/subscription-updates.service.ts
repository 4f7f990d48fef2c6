import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { noteHeads, noteSubscriptionsChanged, watchAnew } from './subscription-changes.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { unknownSubscription } from './subscription-id.js';
import type { Subscription, SubscriptionChange, Threshold } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Brings what waits for a subscription onto the way to its new address, in the transaction that changes it. */
type Readdress = (tx: EntityManager, subscription: Subscription) => Promise<void>;

/** Changes what subscriptions wish for; their secrets, their lanes and what they were told stay (semantics §8). */
@Injectable()
export class SubscriptionUpdates {
  private readonly readdressing: Readdress[] = [];

  constructor(
    private readonly service: SubscriptionsService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly checks: SubscriptionChecks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes a subscription. A threshold that differs is evaluated anew, as at a subscription; one that is as it was is left
   * alone, so that repeating a change has no effect.
   *
   * @param changeOf what is to change, for a subscription of this sort; it may refuse by throwing
   * @throws DomainError `unknown-subscription`, `unknown-reservation`; `invalid-request` for an address nothing may be sent to
   */
  async change(
    reference: string,
    changeOf: (subscription: Subscription) => SubscriptionChange,
    remember?: Remember<Subscription>,
  ): Promise<Subscription> {
    const known = await this.service.get(reference);
    const change = await this.checked(changeOf(known), known);
    const changed = await this.transactions.run(async (tx) => {
      const before = await this.subscriptions.lock(tx, known.id);
      if (!before) throw unknownSubscription();
      const after: Subscription = { ...before, ...change };
      if (!isDeepStrictEqual(before, after)) await this.store(tx, before, after);
      await storeRequest(tx, remember?.(after), this.clock.now());
      return after;
    });
    this.service.announceChange();
    return changed;
  }

  /** The listener is called in the transaction that gives a subscription another address. */
  onReaddressed(listener: Readdress): void {
    this.readdressing.push(listener);
  }

  private async checked(change: SubscriptionChange, { tenant }: Subscription): Promise<SubscriptionChange> {
    this.checks.address(change.callbackUri);
    if (change.reservationIds === undefined) return change;
    return { ...change, reservationIds: await this.checks.watched(change.reservationIds, tenant) };
  }

  private async store(tx: EntityManager, before: Subscription, after: Subscription): Promise<void> {
    await this.subscriptions.update(tx, after);
    await noteSubscriptionsChanged(tx);
    if (!isDeepStrictEqual(thresholdOf(before), thresholdOf(after)))
      await watchAnew(tx, after.id, this.clock.now());
    if (watchesAll(before) !== watchesAll(after)) await noteHeads(tx, after.id);
    if (before.callbackUri === after.callbackUri) return;
    for (const listener of this.readdressing) await listener(tx, after);
  }
}

function thresholdOf(subscription: Subscription): Threshold | undefined {
  return subscription.kind === 'reservation' ? undefined : subscription.threshold;
}

function watchesAll(subscription: Subscription): boolean {
  return subscription.kind === 'reservation' && subscription.reservationIds.length === 0;
}
