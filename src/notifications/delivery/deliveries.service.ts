import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import { storeRequest, type Remember } from '../../database/remembered-request.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { bareId, newId } from '../../kernel/identifiers.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import { tenantScope, type Principal } from '../../kernel/principal.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { endpointOf } from '../callback-address.js';
import { Outbox } from '../outbox.js';
import { DeliveriesRepository, type SentAgain } from './deliveries.repository.js';
import type { DeliveryFilter } from './delivery-list.js';
import type { Delivery, DeliveryWithAttempts, Redelivery } from './delivery.js';
import { testEvent } from './test-event.js';

/** What was sent again so far. */
type SentPart = SentAgain & Redelivery;

/** Lists deliveries and sends failed ones again. */
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

  /** Of all subscriptions, or of one. */
  list(caller: Principal, filter: DeliveryFilter, range: ListRange): Promise<Listed<Delivery>> {
    return this.deliveries.list(tenantScope(caller), filter, range);
  }

  /** @throws DomainError `unknown-subscription` */
  async listOf(
    caller: Principal,
    reference: string,
    filter: DeliveryFilter,
    range: ListRange,
  ): Promise<Listed<Delivery>> {
    const { id } = await this.subscriptions.get(caller, reference);
    return this.deliveries.list(tenantScope(caller), { ...filter, subscriptionId: id }, range);
  }

  /** @throws DomainError `unknown-delivery` */
  async get(caller: Principal, text: string): Promise<DeliveryWithAttempts> {
    return this.withAttempts(caller, bareId(text));
  }

  /**
   * Sends a notification again, in any state, under the same id.
   *
   * @throws DomainError `unknown-delivery`, `subscription-disabled`, `no-callback`
   */
  async redeliver(
    caller: Principal,
    text: string,
    remember?: Remember<DeliveryWithAttempts>,
  ): Promise<DeliveryWithAttempts> {
    const delivery = await this.withAttempts(caller, bareId(text));
    const endpoint = this.requireEndpoint(await this.subscriptions.get(caller, delivery.subscriptionId));
    const now = this.clock.now();
    return this.announced(async (tx) => {
      await this.deliveries.sendAgain(tx, delivery.id, endpoint, now);
      const waiting = await this.withAttempts(caller, delivery.id, tx);
      await storeRequest(tx, remember?.(waiting), now);
      return waiting;
    });
  }

  /**
   * Sends all dead notifications of a subscription again, the oldest first.
   *
   * @throws DomainError `unknown-subscription`, `subscription-disabled`, `no-callback`
   */
  async redeliverDead(
    caller: Principal,
    subscriptionId: string,
    remember?: Remember<Redelivery>,
  ): Promise<Redelivery> {
    let sent: SentPart = { count: 0, last: null, hasMore: true };
    while (sent.hasMore) sent = await this.redeliverPart(caller, subscriptionId, sent, remember);
    return sent;
  }

  /** A part in a transaction of its own: there may be more than one statement can change. */
  private async redeliverPart(
    caller: Principal,
    subscriptionId: string,
    before: SentPart,
    remember?: Remember<Redelivery>,
  ): Promise<SentPart> {
    // Read for each part, because it may have been disabled meanwhile, or have another address.
    const subscription = await this.subscriptions.get(caller, subscriptionId);
    const endpoint = this.requireEndpoint(subscription);
    const now = this.clock.now();
    return this.announced(async (tx) => {
      const part = await this.deliveries.sendDeadAgain(tx, subscription.id, endpoint, now, before.last);
      const sent = { ...part, count: before.count + part.count, tenant: subscription.tenant };
      if (!part.hasMore) await storeRequest(tx, remember?.(sent), now);
      return sent;
    });
  }

  /**
   * Sends a test event by the usual way.
   *
   * @throws DomainError `unknown-subscription`, `subscription-disabled`
   */
  async sendTest(
    caller: Principal,
    subscriptionId: string,
    remember?: Remember<DeliveryWithAttempts>,
  ): Promise<DeliveryWithAttempts> {
    const subscription = await this.subscriptions.get(caller, subscriptionId);
    refuseDisabled(subscription);
    const id = newId();
    const now = this.clock.now();
    const { path, body } = testEvent(id, subscription, this.configuration.vimId, now);
    const { callbackUri } = subscription;
    const lane = id;
    const told = { id, subscriptionId: subscription.id, lane, path, callbackUri, body, newestOnly: false };
    return this.announced(async (tx) => {
      await this.outbox.add(tx, [told], now);
      const waiting = await this.withAttempts(caller, id, tx);
      await storeRequest(tx, remember?.(waiting), now);
      return waiting;
    });
  }

  /** Runs a transaction that makes notifications wait, and wakes the delivery worker after its commit. */
  private async announced<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const done = await this.transactions.run(work);
    this.outbox.announce();
    return done;
  }

  private async withAttempts(
    caller: Principal,
    id: string | undefined,
    tx?: EntityManager,
  ): Promise<DeliveryWithAttempts> {
    const delivery = id && (await this.deliveries.find(tenantScope(caller), id, tx));
    if (delivery) return { ...delivery, log: await this.deliveries.attemptsOf(delivery.id, tx) };
    throw new DomainError('unknown', 'unknown-delivery', 'no delivery found for specified identifier');
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
