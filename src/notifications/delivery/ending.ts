import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { LanesRepository } from './lanes.repository.js';

/** Notifications that are removed with their subscription. */
const MAX_AT_ONCE = 10_000;

/**
 * Removes the notifications of a subscription before it is deleted, if there are many. The one statement that deletes a
 * subscription with all of them would exceed its timeout.
 */
@Injectable()
export class Ending {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly deliveries: DeliveriesRepository,
    private readonly lanes: LanesRepository,
    private readonly transactions: Transactions,
  ) {
    subscriptions.onEnding((subscription) => this.removeMany(subscription));
  }

  private async removeMany(subscription: Subscription): Promise<void> {
    const { id } = subscription;
    if (!(await this.deliveries.hasMoreThan(id, MAX_AT_ONCE))) return;
    // Disabled, so that there are no further ones. An interrupted deletion is repeated by the client.
    await this.transactions.run((tx) => this.subscriptions.disable(tx, subscription, 'it is being deleted'));
    this.subscriptions.announceChange();
    while (await this.transactions.run((tx) => this.lanes.stop(tx, id)));
    const remove = () => this.transactions.run((tx) => this.deliveries.removeOldest(tx, id, MAX_AT_ONCE));
    while ((await remove()) === MAX_AT_ONCE);
  }
}
