import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { boundedPage, listKeys, type ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion } from '../database/narrowing.js';
import { all, sql } from '../database/sql.js';
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
      receivedIn(filter),
      ifGiven(filter.kind, (wanted) => ({ where: sql`t.kind = ${wanted}::text` })),
    ]);
    const keys = await listKeys(this.received, RECEIVED, narrowed, range);
    return boundedPage(keys, async (some) => {
      const found = await this.received.findBy({ id: In([...some]) });
      return new Map(found.map((notification) => [notification.id, notification]));
    });
  }
}

function receivedIn({ from, to }: ListWindow): Criterion | undefined {
  const isLate = from === undefined ? [] : [sql`t.received_at >= ${timestamp(from)}::timestamptz`];
  const isEarly = to === undefined ? [] : [sql`t.received_at < ${timestamp(to)}::timestamptz`];
  if (isLate.length + isEarly.length === 0) return undefined;
  const where = all([...isLate, ...isEarly]);
  return { where, among: sql`select t.id as key from received_notifications t where ${where}` };
}
