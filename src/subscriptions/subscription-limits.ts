import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Subscription } from './subscription.js';

/** $1 the tenant, or null for those of none, $2 how many are counted at most */
const OF_TENANT = `
select count(*)::int as count
  from (select from subscriptions where tenant is not distinct from $1 limit $2) counted`;

/** $1 scheme, host and port, $2 how many are counted at most */
const OF_ORIGIN = `
select count(*)::int as count
  from (select from subscriptions
         where callback_uri = $1 or starts_with(callback_uri, $1 || '/') or starts_with(callback_uri, $1 || '?')
         limit $2) counted`;

/** Limits on the number of subscriptions: of a tenant, and of those whose notifications go to the same receiver. */
@Injectable()
export class SubscriptionLimits {
  constructor(private readonly configuration: Configuration) {}

  /**
   * To be called in the transaction that stores a subscription, after the change is counted: that lets only one
   * transaction after the other come here.
   *
   * @throws DomainError `too-many-subscriptions`
   */
  async check(tx: EntityManager, { tenant, callbackUri }: Subscription): Promise<void> {
    const { subscriptionsPerTenant } = this.configuration;
    if (await isBeyond(tx, OF_TENANT, tenant ?? null, subscriptionsPerTenant)) {
      const whose = tenant === undefined ? 'without a tenant' : 'of the tenant';
      throw tooMany(`there are ${subscriptionsPerTenant} subscriptions ${whose} already, which is the limit`);
    }
    await this.checkReceiver(tx, callbackUri);
  }

  /** As `check`, for a new address alone. */
  async checkReceiver(tx: EntityManager, callbackUri: string | undefined): Promise<void> {
    const { subscriptionsPerOrigin } = this.configuration;
    if (callbackUri === undefined) return;
    const { origin } = new URL(callbackUri);
    if (!(await isBeyond(tx, OF_ORIGIN, origin, subscriptionsPerOrigin))) return;
    const text = `callbackUri: ${subscriptionsPerOrigin} subscriptions have ${origin} as their receiver already, which is the limit`;
    throw tooMany(text, 'callbackUri');
  }
}

async function isBeyond(tx: EntityManager, statement: string, of: string | null, limit: number) {
  const [{ count }] = await tx.query<{ count: number }[]>(statement, [of, limit + 1]);
  return count > limit;
}

function tooMany(message: string, field?: string): DomainError {
  const fields = field === undefined ? [] : [{ path: [field], detail: message }];
  return new DomainError('policy', 'too-many-subscriptions', message, { fields });
}
