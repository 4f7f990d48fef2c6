import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager, type Repository } from 'typeorm';
import { ReceivedNotificationEntity } from './received-notification.entity.js';
import type { ReceivedNotification } from './received-notification.js';

@Injectable()
export class InboxRepository {
  private readonly received: Repository<ReceivedNotificationEntity>;

  constructor(dataSource: DataSource) {
    this.received = dataSource.getRepository(ReceivedNotificationEntity);
  }

  async insert(tx: EntityManager, notification: ReceivedNotification): Promise<void> {
    await tx.insert(ReceivedNotificationEntity, ReceivedNotificationEntity.of(notification));
  }

  /** The newest last, those after `after`, `rows` at most. */
  page(rows: number, after?: string): Promise<ReceivedNotification[]> {
    return this.received.find({
      where: after === undefined ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: rows,
    });
  }
}
