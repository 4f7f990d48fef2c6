import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { ownRow } from '../database/owned.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import type { Disabled, Subscription } from './subscription.js';
import { SUBSCRIPTIONS, subscriptionsWith, type SubscriptionFilter } from './subscription-list.js';
import { changeableColumns, SubscriptionEntity } from './subscription.entity.js';

/** $1 id, $2 sealed secret, $3 until when the previous one also signs, $4 the tenant whose it must be, null: anybody's */
const ROTATE = `
update subscriptions
   set sealed_previous = sealed_secret, previous_until = $3, sealed_secret = $2
 where id = $1 and ($4::text is null or tenant = $4)`;

@Injectable()
export class SubscriptionsRepository {
  constructor(
    @InjectRepository(SubscriptionEntity) private readonly subscriptions: Repository<SubscriptionEntity>,
  ) {}

  async insert(tx: EntityManager, subscription: Subscription, sealedSecret: string): Promise<void> {
    await tx.insert(SubscriptionEntity, SubscriptionEntity.of(subscription, sealedSecret));
  }

  async find(id: string, db = this.subscriptions.manager): Promise<Subscription | undefined> {
    return (await db.findOneBy(SubscriptionEntity, { id }))?.toSubscription();
  }

  async sealedSecret(id: string): Promise<string | undefined> {
    const [row] = await this.subscriptions.query<{ sealed: string }[]>(
      'select sealed_secret as sealed from subscriptions where id = $1',
      [id],
    );
    return row?.sealed;
  }

  /** Like `find`, locked until the transaction ends. */
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

  /** By id, which is the order of creation; with `tenant` only its own. */
  async list(
    tenant: string | undefined,
    filter: SubscriptionFilter,
    range: ListRange,
  ): Promise<Listed<Subscription>> {
    const narrowing = subscriptionsWith(filter, tenant);
    const keys = await listKeys(this.subscriptions, SUBSCRIPTIONS, narrowing, range);
    return boundedPage(keys, async (some) => {
      const rows = await this.subscriptions.findBy({ id: In([...some]) });
      return new Map(rows.map((entity) => [entity.id, entity.toSubscription()]));
    });
  }

  /** False when there was none, with `tenant` none of its own. */
  async remove(tx: EntityManager, tenant: string | undefined, id: string): Promise<boolean> {
    const { affected } = await tx.delete(SubscriptionEntity, ownRow(id, tenant));
    return affected === 1;
  }

  /** False when there is none, with `tenant` none of its own. The previous secret also signs until `previousUntil`. */
  async rotate(
    tx: EntityManager,
    tenant: string | undefined,
    id: string,
    sealedSecret: string,
    previousUntil: Instant,
  ): Promise<boolean> {
    const [, affected] = await tx.query<[unknown, number]>(ROTATE, [
      id,
      sealedSecret,
      timestamp(previousUntil),
      tenant ?? null,
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

  async enable(tx: EntityManager, tenant: string | undefined, id: string): Promise<void> {
    await tx.update(SubscriptionEntity, ownRow(id, tenant), { disabledAt: null, disabledReason: null });
  }
}
