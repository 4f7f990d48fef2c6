import { Injectable } from '@nestjs/common';
import { PollingWorker } from '../../database/polling-worker.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { DeliveryFigures } from './delivery-figures.js';
import type { Turn } from './lane.js';
import { LanesRepository } from './lanes.repository.js';

const INTERVAL_MS = 60_000;

/**
 * Gives up the waiting notifications of disabled subscriptions, in parts: there may be more than one statement can
 * change. Each round also continues where an ended process has stopped.
 */
@Injectable()
export class GivingUp extends PollingWorker {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly lanes: LanesRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly figures: DeliveryFigures,
  ) {
    super(INTERVAL_MS, 'notifications of disabled subscriptions could not be given up');
    subscriptions.onEnabling({
      exists: (tx, id) => lanes.hasLeft(tx, id),
      giveUp: async (id) => {
        while (await this.giveUpPart(id));
      },
    });
  }

  /** Disables the subscription of a receiver that is gone, unless it has another address by now. */
  async disable({ subscriptionId, callbackUri }: Turn): Promise<void> {
    const gone = { id: subscriptionId, callbackUri };
    const isNews = await this.transactions.run(async (tx) => {
      const isFirst = await this.subscriptions.disable(tx, gone, 'the receiver answered 410 Gone');
      if (isFirst) await this.lanes.stop(tx, subscriptionId);
      return isFirst;
    });
    if (!isNews) return;
    this.subscriptions.announceChange();
    this.log.warn(`subscription ${subscriptionId} is disabled: its receiver answered 410 Gone`);
    this.rounds.wake();
  }

  protected async round(): Promise<void> {
    for (const id of await this.lanes.disabledWithWaiting())
      while (!this.isStopping && (await this.giveUpPart(id)));
  }

  private async giveUpPart(subscriptionId: string): Promise<boolean> {
    const { dead, hasMore } = await this.transactions.run((tx) =>
      this.lanes.giveUpPart(tx, subscriptionId, this.clock.now()),
    );
    this.figures.dead += dead;
    return hasMore;
  }
}
