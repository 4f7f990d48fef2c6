import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type Repository } from 'typeorm';
import type { Subscription } from './subscription.js';
import { SubscriptionEntity } from './subscription.entity.js';

@Injectable()
export class SubscriptionsRepository {
  private readonly subscriptions: Repository<SubscriptionEntity>;

  constructor(dataSource: DataSource) {
    this.subscriptions = dataSource.getRepository(SubscriptionEntity);
  }

  async insert(subscription: Subscription): Promise<void> {
    await this.subscriptions.insert(SubscriptionEntity.of(subscription));
  }

  async find(id: string): Promise<Subscription | undefined> {
    return (await this.subscriptions.findOneBy({ id }))?.toSubscription();
  }

  /** In the order in which they were made, those after `after`, `rows` at most. */
  async page(rows: number, after?: string): Promise<Subscription[]> {
    const found = await this.subscriptions.find({
      where: after === undefined ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: rows,
    });
    return found.map((entity) => entity.toSubscription());
  }

  /** False when there was none. */
  async remove(id: string): Promise<boolean> {
    const { affected } = await this.subscriptions.delete({ id });
    return affected === 1;
  }
}
