import { Injectable } from '@nestjs/common';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { SubscriptionKind } from '../subscriptions/subscription.js';
import { InboxRepository, type InboxFilter } from './inbox.repository.js';
import type { ReceivedNotificationEntity } from './received-notification.entity.js';

/**
 * Stores notifications that other services (or this one) send here, so that two services can be chained (semantics §8).
 */
@Injectable()
export class InboxService {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Accepts any body: a refusal would make the sender retry an error that no operator here can correct. */
  async receive(path: NorthboundKind, body: object, remember?: Remember<void>): Promise<void> {
    const kind = kindOf(path, body);
    const receivedAt = this.clock.now();
    await this.transactions.run(async (tx) => {
      await this.inbox.insert(tx, { id: newId(), kind, body, receivedAt });
      await storeRequest(tx, remember?.(), receivedAt);
    });
  }

  list(filter: InboxFilter, range: ListRange): Promise<Listed<ReceivedNotificationEntity>> {
    return this.inbox.list(filter, range);
  }
}

/** The path of compute carries changes of reservations too; those have a `changeId`. */
function kindOf(path: NorthboundKind, body: object): SubscriptionKind {
  return path === 'compute' && 'changeId' in body ? 'reservation' : path;
}
