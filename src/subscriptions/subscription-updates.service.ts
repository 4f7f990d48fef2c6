import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import type { Principal } from '../kernel/principal.js';
import { noteSubscriptionsChanged, restartEvaluation } from './subscription-changes.js';
import { isSameReceiver } from './callback.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { ReceiverChallenge } from './receiver-challenge.js';
import { unknownSubscription } from './subscription-id.js';
import { SubscriptionLimits } from './subscription-limits.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import type { SettingsChange, Subscription, SubscriptionChange, Threshold } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

/**
 * Sends the waiting notifications of a subscription to its new address, or with its new token, in the transaction that
 * changes it. Returns what sends the others after the commit, if they are many.
 */
type Readdress = (tx: EntityManager, subscription: Subscription) => Promise<AfterCommit | undefined>;

type AfterCommit = () => Promise<void>;

/** Changes the settings of subscriptions; their secrets, lanes and sent notifications stay (semantics §8). */
@Injectable()
export class SubscriptionUpdates {
  private readdress?: Readdress;

  constructor(
    private readonly service: SubscriptionsService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly checks: SubscriptionChecks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly limits: SubscriptionLimits,
    private readonly receivers: ReceiverChallenge,
    private readonly secrets: SubscriptionSecrets,
  ) {}

  /**
   * Changes a subscription. A new threshold is evaluated from scratch; an equal one has no effect, so that a change can
   * be repeated.
   *
   * @param changeOf returns the change for a subscription of this kind, or throws to refuse it
   * @throws DomainError `unknown-subscription`, `unknown-reservation`; `invalid-request` for an address that the guard
   *   forbids, or a token without an address; `too-many-subscriptions`, `receiver-not-confirmed`,
   *   `secret-unreadable`
   */
  async change(
    caller: Principal,
    reference: string,
    changeOf: (subscription: Subscription) => SubscriptionChange,
    remember?: Remember<Subscription>,
  ): Promise<Subscription> {
    const known = await this.service.get(caller, reference);
    const { settings, callbackToken } = changeOf(known);
    const change = await this.checked(caller, settings, known);
    await this.confirm(known, change.callbackUri, callbackToken);
    const { after, sendOthers } = await this.transactions.run(async (tx) => {
      const before = await this.subscriptions.lock(tx, known.id);
      if (!before) throw unknownSubscription();
      const after: Subscription = { ...before, ...change };
      const isChanged = callbackToken !== undefined || !isDeepStrictEqual(before, after);
      const sendOthers = isChanged ? await this.store(tx, before, after, callbackToken) : undefined;
      await storeRequest(tx, remember?.(after), this.clock.now());
      return { after, sendOthers };
    });
    this.service.announceChange();
    await sendOthers?.();
    return after;
  }

  /** Sets the listener, which is called in the transaction that changes the address or the token of a subscription. */
  onReaddressed(listener: Readdress): void {
    this.readdress = listener;
  }

  private async checked(
    caller: Principal,
    change: SettingsChange,
    before: Subscription,
  ): Promise<SettingsChange> {
    this.checks.address(change.callbackUri);
    if (change.reservationIds === undefined) return change;
    const known = before.kind === 'reservation' ? before.reservationIds : undefined;
    const filter = { tenant: before.tenant, known };
    return { ...change, reservationIds: await this.checks.watched(caller, change.reservationIds, filter) };
  }

  /** A receiver that had notifications of the subscription before is not asked again. */
  private async confirm(
    { id, callbackUri: before }: Subscription,
    callbackUri: string | undefined,
    callbackToken: SubscriptionChange['callbackToken'],
  ): Promise<void> {
    if (callbackUri === undefined || callbackUri === before) return;
    await this.receivers.confirm(callbackUri, (address) => this.secrets.at(id, address, callbackToken));
  }

  private async store(
    tx: EntityManager,
    before: Subscription,
    after: Subscription,
    callbackToken: SubscriptionChange['callbackToken'],
  ): Promise<AfterCommit | undefined> {
    await this.subscriptions.update(tx, after, this.sealedToken(before, after, callbackToken));
    const number = await noteSubscriptionsChanged(tx);
    if (!isDeepStrictEqual(thresholdOf(before), thresholdOf(after)))
      await restartEvaluation(tx, after.id, number, this.clock.now());
    const isReaddressed = before.callbackUri !== after.callbackUri;
    if (isReaddressed) await this.limits.checkReceiver(tx, after);
    return isReaddressed || callbackToken !== undefined ? this.readdress?.(tx, after) : undefined;
  }

  /** Null: no token; undefined: the stored one. An address of another receiver drops it, which would receive it otherwise. */
  private sealedToken(
    { callbackUri: before }: Subscription,
    { id, callbackUri }: Subscription,
    callbackToken: SubscriptionChange['callbackToken'],
  ): string | null | undefined {
    if (typeof callbackToken === 'string') return this.secrets.sealToken(id, callbackUri, callbackToken);
    return callbackToken === undefined && isSameReceiver(before, callbackUri) ? undefined : null;
  }
}

function thresholdOf(subscription: Subscription): Threshold | undefined {
  return subscription.kind === 'reservation' ? undefined : subscription.threshold;
}
