import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { byIndex, equal, within } from '../database/criteria.js';
import { rowsById } from '../database/entities-by-id.js';
import { boundedPage, listKeys, type ListTable } from '../database/key-list.js';
import { ifGiven, narrowing } from '../database/narrowing.js';
import type { Listed, ListRange, ListWindow } from '../kernel/listed.js';
import type { SubscriptionKind } from '../subscriptions/subscription.js';
import { ReceivedNotificationEntity } from './received-notification.entity.js';

/** Filters of the inbox; all must match. The window applies to the arrival. */
export interface InboxFilter extends ListWindow {
  readonly kind?: SubscriptionKind;
}

const RECEIVED: ListTable = { name: 'received_notifications', key: 'id', type: 'uuid' };

@Injectable()
export class InboxRepository {
  constructor(
    @InjectRepository(ReceivedNotificationEntity)
    private readonly received: Repository<ReceivedNotificationEntity>,
  ) {}

  async insert(tx: EntityManager, notification: ReceivedNotificationEntity): Promise<void> {
    await tx.insert(ReceivedNotificationEntity, notification);
  }

  /** By id, which is the order of arrival. A window has an index; a filter by kind walks along the list. */
  async list(filter: InboxFilter, range: ListRange): Promise<Listed<ReceivedNotificationEntity>> {
    const narrowed = narrowing([
      ifGiven(within('t.received_at', filter), (inWindow) => byIndex(RECEIVED.name, inWindow)),
      equal('t.kind', filter.kind),
    ]);
    const keys = await listKeys(this.received, RECEIVED, narrowed, range);
    return boundedPage(keys, (some) =>
      rowsById(this.received.manager, ReceivedNotificationEntity, some, (notification) => notification),
    );
  }
}
