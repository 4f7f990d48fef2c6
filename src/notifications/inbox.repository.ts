import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager, type Repository } from 'typeorm';
import { inOrder, listKeys, type ListTable } from '../database/key-list.js';
import { ifGiven, narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { ReceivedNotificationEntity } from './received-notification.entity.js';
import type { NotificationKind, ReceivedNotification } from './received-notification.js';

const RECEIVED: ListTable = { name: 'received_notifications', key: 'id', type: 'uuid' };

@Injectable()
export class InboxRepository {
  private readonly received: Repository<ReceivedNotificationEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.received = dataSource.getRepository(ReceivedNotificationEntity);
  }

  async insert(tx: EntityManager, notification: ReceivedNotification): Promise<void> {
    await tx.insert(ReceivedNotificationEntity, ReceivedNotificationEntity.of(notification));
  }

  /** By their ids, which is the order in which they came. A kind is looked for along. */
  async list(kind: NotificationKind | undefined, range: ListRange): Promise<Listed<ReceivedNotification>> {
    const filter = narrowing([ifGiven(kind, (wanted) => ({ where: sql`t.kind = ${wanted}::text` }))]);
    const keys = await listKeys(this.dataSource, RECEIVED, filter, range);
    const found = await this.received.findBy({ id: In([...keys.rows]) });
    return inOrder(keys, new Map(found.map((notification) => [notification.id, notification])));
  }
}
