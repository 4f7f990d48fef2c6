import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { newId, parseReference } from '../../kernel/identifiers.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { endpointOf } from '../callback-address.js';
import { Outbox } from '../outbox.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Delivery, DeliveryState, DeliveryWithAttempts } from './delivery.js';
import { testEvent } from './test-event.js';

/** What an operator or a subscriber sees of deliveries, and can do about those that failed. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly subscriptions: SubscriptionsService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** @throws DomainError `unknown-subscription` */
  async page(
    subscriptionId: string,
    state: DeliveryState | undefined,
    rows: number,
    after?: number,
  ): Promise<Delivery[]> {
    const { id } = await this.subscriptions.get(subscriptionId);
    return this.deliveries.page(id, state, rows, after);
  }

  /** @throws DomainError `unknown-delivery` */
  async get(text: string): Promise<DeliveryWithAttempts> {
    const delivery = await this.find(text);
    return { ...delivery, log: await this.deliveries.attemptsOf(delivery.id) };
  }

  /**
   * Sends a notification again, whatever became of it, under the same id.
   *
   * @throws DomainError `unknown-delivery`, `subscription-disabled`, `no-callback`
   */
  async redeliver(text: string): Promise<DeliveryWithAttempts> {
    const delivery = await this.find(text);
    const endpoint = this.requireEndpoint(await this.subscriptions.get(delivery.subscriptionId));
    const now = this.clock.now();
    await this.transactions.run((tx) => this.deliveries.sendAgain(tx, delivery.id, endpoint, now));
    this.outbox.announce();
    return this.get(delivery.id);
  }

  /**
   * Sends everything again that was given up, and gives how many that are.
   *
   * @throws DomainError `unknown-subscription`, `subscription-disabled`, `no-callback`
   */
  async redeliverDead(subscriptionId: string): Promise<number> {
    const subscription = await this.subscriptions.get(subscriptionId);
    const endpoint = this.requireEndpoint(subscription);
    const now = this.clock.now();
    const count = await this.transactions.run((tx) =>
      this.deliveries.sendDeadAgain(tx, subscription.id, endpoint, now),
    );
    this.outbox.announce();
    return count;
  }

  /**
   * Sends an event that means nothing, the way all go.
   *
   * @throws DomainError `unknown-subscription`, `subscription-disabled`
   */
  async sendTest(subscriptionId: string): Promise<DeliveryWithAttempts> {
    const subscription = await this.subscriptions.get(subscriptionId);
    refuseDisabled(subscription);
    const id = newId();
    const now = this.clock.now();
    const { path, body } = testEvent(id, subscription, this.configuration.vimId, now);
    const { callbackUri } = subscription;
    const lane = id;
    const told = { id, subscriptionId: subscription.id, lane, path, callbackUri, body, newestOnly: false };
    await this.transactions.run((tx) => this.outbox.add(tx, [told], now));
    this.outbox.announce();
    return this.get(id);
  }

  private async find(text: string): Promise<Delivery> {
    const reference = parseReference(text);
    const delivery = reference && !reference.kind ? await this.deliveries.find(reference.id) : undefined;
    if (!delivery)
      throw new DomainError('unknown', 'unknown-delivery', 'no delivery found for specified identifier');
    return delivery;
  }

  private requireEndpoint(subscription: Subscription): string {
    refuseDisabled(subscription);
    const endpoint = endpointOf(subscription.callbackUri, this.configuration);
    if (endpoint !== undefined) return endpoint;
    const message =
      'there is no address to send to: the subscription has no callbackUri, and the service no default';
    throw new DomainError('conflict', 'no-callback', message);
  }
}

function refuseDisabled({ disabled }: Subscription): void {
  if (!disabled) return;
  const message = `the subscription is disabled (${disabled.reason}): enable it first`;
  throw new DomainError('inactive', 'subscription-disabled', message);
}
