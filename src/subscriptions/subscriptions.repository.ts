import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager, type Repository } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { inOrder, listKeys } from '../database/key-list.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import type { Disabled, Subscription } from './subscription.js';
import { SUBSCRIPTIONS, subscriptionsWith, type SubscriptionFilter } from './subscription-list.js';
import { changeableColumns, SubscriptionEntity } from './subscription.entity.js';

/** $1 id, $2 sealed secret, $3 until when the one before it signs too. */
const ROTATE = `
update subscriptions
   set sealed_previous = sealed_secret, previous_until = $3, sealed_secret = $2
 where id = $1`;

@Injectable()
export class SubscriptionsRepository {
  private readonly subscriptions: Repository<SubscriptionEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.subscriptions = dataSource.getRepository(SubscriptionEntity);
  }

  async insert(tx: EntityManager, subscription: Subscription, sealedSecret: string): Promise<void> {
    await tx.insert(SubscriptionEntity, SubscriptionEntity.of(subscription, sealedSecret));
  }

  async find(id: string, db = this.dataSource.manager): Promise<Subscription | undefined> {
    return (await db.findOneBy(SubscriptionEntity, { id }))?.toSubscription();
  }

  /** As `find`; nobody else changes it until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<Subscription | undefined> {
    const found = await tx.findOne(SubscriptionEntity, {
      where: { id },
      lock: { mode: 'for_no_key_update' },
    });
    return found?.toSubscription();
  }

  async update(tx: EntityManager, subscription: Subscription): Promise<void> {
    await tx.update(SubscriptionEntity, { id: subscription.id }, changeableColumns(subscription));
  }

  /** By their ids, which is the order in which they were made. */
  async list(filter: SubscriptionFilter, range: ListRange): Promise<Listed<Subscription>> {
    const keys = await listKeys(this.dataSource, SUBSCRIPTIONS, subscriptionsWith(filter), range);
    const found = await this.subscriptions.findBy({ id: In([...keys.rows]) });
    return inOrder(keys, new Map(found.map((entity) => [entity.id, entity.toSubscription()])));
  }

  /** False when there was none. */
  async remove(tx: EntityManager, id: string): Promise<boolean> {
    const { affected } = await tx.delete(SubscriptionEntity, { id });
    return affected === 1;
  }

  /** False when there is none. The secret there was goes on signing until `previousUntil`. */
  async rotate(
    tx: EntityManager,
    id: string,
    sealedSecret: string,
    previousUntil: Instant,
  ): Promise<boolean> {
    const [, affected] = await tx.query<[unknown, number]>(ROTATE, [
      id,
      sealedSecret,
      timestamp(previousUntil),
    ]);
    return affected === 1;
  }

  /** False when there is none, or it is disabled already. */
  async disable(tx: EntityManager, id: string, { since, reason }: Disabled): Promise<boolean> {
    const changes = { disabledAt: since, disabledReason: reason };
    const { affected } = await tx
      .createQueryBuilder()
      .update(SubscriptionEntity)
      .set(changes)
      .where('id = :id and disabled_at is null', { id })
      .execute();
    return affected === 1;
  }

  async enable(tx: EntityManager, id: string): Promise<void> {
    await tx.update(SubscriptionEntity, { id }, { disabledAt: null, disabledReason: null });
  }
}
