import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import { SubscriptionUpdates } from '../../subscriptions/subscription-updates.service.js';
import { endpointOf } from '../callback-address.js';
import { LanesRepository } from './lanes.repository.js';

/**
 * Sends the waiting notifications of a subscription to its new address at once, without the backoff of the old address. If
 * there are many, the first of them in the transaction of the change, and the others in parts after it: one statement would
 * exceed its timeout.
 */
@Injectable()
export class Readdressing {
  private readonly log = new Logger(Readdressing.name);

  constructor(
    updates: SubscriptionUpdates,
    private readonly lanes: LanesRepository,
    private readonly transactions: Transactions,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {
    updates.onReaddressed(async (tx, subscription) => {
      const last = await this.part(tx, subscription);
      return last === undefined ? undefined : () => this.others(subscription, last);
    });
  }

  /** The change is stored, so a failure must not refuse it: what is left goes to the new address after its pause. */
  private async others(subscription: Subscription, behind: string): Promise<void> {
    try {
      for (let last: string | undefined = behind; last !== undefined;)
        last = await this.transactions.run((tx) => this.part(tx, subscription, last));
    } catch (error) {
      this.log.warn(
        `waiting notifications of subscription ${subscription.id} are sent later: ${String(error)}`,
      );
    }
  }

  private part(tx: EntityManager, subscription: Subscription, behind?: string): Promise<string | undefined> {
    const endpoint = endpointOf(subscription.callbackUri, this.configuration);
    return this.lanes.readdress(tx, subscription, endpoint, this.clock.now(), behind);
  }
}
