import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { boundedPage, listKeys, type ListTable } from '../database/key-list.js';
import { ifGiven, narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { ReceivedNotificationEntity } from './received-notification.entity.js';
import type { NotificationKind, ReceivedNotification } from './received-notification.js';

const RECEIVED: ListTable = { name: 'received_notifications', key: 'id', type: 'uuid' };

@Injectable()
export class InboxRepository {
  constructor(
    @InjectRepository(ReceivedNotificationEntity)
    private readonly received: Repository<ReceivedNotificationEntity>,
  ) {}

  async insert(tx: EntityManager, notification: ReceivedNotification): Promise<void> {
    await tx.insert(ReceivedNotificationEntity, ReceivedNotificationEntity.of(notification));
  }

  /** By id, which is the order of arrival. A filter by kind walks along the list. */
  async list(kind: NotificationKind | undefined, range: ListRange): Promise<Listed<ReceivedNotification>> {
    const filter = narrowing([ifGiven(kind, (wanted) => ({ where: sql`t.kind = ${wanted}::text` }))]);
    const keys = await listKeys(this.received, RECEIVED, filter, range);
    return boundedPage(keys, async (some) => {
      const found = await this.received.findBy({ id: In([...some]) });
      return new Map(found.map((notification) => [notification.id, notification]));
    });
  }
}
