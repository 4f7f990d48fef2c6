import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { entitiesById, rowsById } from '../database/entities-by-id.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { ownRow } from '../database/rows.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import type { Disabled, OwnedSubscription, Subscription } from './subscription.js';
import { SUBSCRIPTIONS, subscriptionsWith, type SubscriptionFilter } from './subscription-list.js';
import { changeableColumns, SubscriptionEntity, type SealedCredentials } from './subscription.entity.js';

/** $1 id, $2 sealed secret, $3 until when the previous one also signs, $4 the tenant whose it must be, null: anybody's */
const ROTATE = `
update subscriptions
   set sealed_previous = sealed_secret, previous_until = $3, sealed_secret = $2
 where id = $1 and ($4::text is null or tenant = $4)
returning id, tenant`;

/** $1 id */
const CREDENTIALS = `
select callback_uri as "callbackUri", sealed_secret as "sealedSecret", sealed_token as "sealedToken"
  from subscriptions
 where id = $1`;

export interface StoredCredentials {
  readonly callbackUri: string | null;
  /** Null for a subscription that is older than secrets. */
  readonly sealedSecret: string | null;
  readonly sealedToken: string | null;
}

@Injectable()
export class SubscriptionsRepository {
  constructor(
    @InjectRepository(SubscriptionEntity) private readonly subscriptions: Repository<SubscriptionEntity>,
  ) {}

  async insert(tx: EntityManager, subscription: Subscription, sealed: SealedCredentials): Promise<void> {
    await tx.insert(SubscriptionEntity, SubscriptionEntity.of(subscription, sealed));
  }

  async find(id: string, db = this.subscriptions.manager): Promise<Subscription | undefined> {
    const [found] = await entitiesById(db, SubscriptionEntity, [id]);
    return found?.toSubscription();
  }

  /** Undefined if there is no such subscription. */
  async sealed(id: string): Promise<StoredCredentials | undefined> {
    const [row] = await this.subscriptions.query<StoredCredentials[]>(CREDENTIALS, [id]);
    return row;
  }

  /** Like `find`, locked until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<Subscription | undefined> {
    const found = await tx.findOne(SubscriptionEntity, {
      where: { id },
      lock: { mode: 'for_no_key_update' },
    });
    return found?.toSubscription();
  }

  /** @param sealedToken undefined: it stays */
  async update(
    tx: EntityManager,
    subscription: Subscription,
    sealedToken: string | null | undefined,
  ): Promise<void> {
    const columns = { ...changeableColumns(subscription), sealedToken };
    await tx.update(SubscriptionEntity, { id: subscription.id }, columns);
  }

  /** By id, which is the order of creation; with `tenant` only its own. */
  async list(
    tenant: string | undefined,
    filter: SubscriptionFilter,
    range: ListRange,
  ): Promise<Listed<Subscription>> {
    const narrowing = subscriptionsWith(filter, tenant);
    const keys = await listKeys(this.subscriptions, SUBSCRIPTIONS, narrowing, range);
    return boundedPage(keys, (some) =>
      rowsById(this.subscriptions.manager, SubscriptionEntity, some, (entity) => entity.toSubscription()),
    );
  }

  /** Undefined when there was none, with `tenant` none of its own. */
  async remove(
    tx: EntityManager,
    tenant: string | undefined,
    id: string,
  ): Promise<OwnedSubscription | undefined> {
    const removed = await tx
      .createQueryBuilder()
      .delete()
      .from(SubscriptionEntity)
      .where(ownRow(id, tenant))
      .returning('id, tenant')
      .execute();
    return (removed.raw as OwnedSubscription[]).at(0);
  }

  /**
   * Undefined when there is none, with `tenant` none of its own. The previous secret also signs until `previousUntil`.
   */
  async rotate(
    tx: EntityManager,
    tenant: string | undefined,
    id: string,
    sealedSecret: string,
    previousUntil: Instant,
  ): Promise<OwnedSubscription | undefined> {
    const [rotated] = await tx.query<[OwnedSubscription[], number]>(ROTATE, [
      id,
      sealedSecret,
      timestamp(previousUntil),
      tenant ?? null,
    ]);
    return rotated.at(0);
  }

  /** False when there is none with this address, or it is disabled already. */
  async disable(
    tx: EntityManager,
    { id, callbackUri = null }: { readonly id: string; readonly callbackUri?: string | null },
    { since, reason }: Disabled,
  ): Promise<boolean> {
    const changes = { disabledAt: since, disabledReason: reason };
    const { affected } = await tx
      .createQueryBuilder()
      .update(SubscriptionEntity)
      .set(changes)
      .where('id = :id and disabled_at is null and callback_uri is not distinct from :callbackUri', {
        id,
        callbackUri,
      })
      .execute();
    return affected === 1;
  }

  async enable(tx: EntityManager, id: string): Promise<void> {
    await tx.update(SubscriptionEntity, { id }, { disabledAt: null, disabledReason: null });
  }
}
