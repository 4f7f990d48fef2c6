import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { DomainError } from '../kernel/domain-error.js';
import { originOf } from './callback.js';
import type { Subscription } from './subscription.js';

/** $1 the tenant, or null for those of none, $2 how many are counted at most */
const OF_TENANT = `
select count(*)::int as count
  from (select from subscriptions where tenant is not distinct from $1 limit $2) counted`;

/** $1 the tenant, or null for those of none, $2 how many are counted at most, $3 scheme, host and port */
const OF_ORIGIN = `
select count(*)::int as count
  from (select from subscriptions
         where callback_origin = $3 and tenant is not distinct from $1
         limit $2) counted`;

/**
 * Limits on the number of subscriptions of a tenant: of all, and of those whose notifications go to the same receiver. Those
 * of other tenants don't count: a refusal would tell of them.
 */
@Injectable()
export class SubscriptionLimits {
  constructor(private readonly configuration: Configuration) {}

  /**
   * To be called in the transaction that stores a subscription, after the change is counted: that lets only one
   * transaction after the other come here.
   *
   * @throws DomainError `too-many-subscriptions`
   */
  async check(tx: EntityManager, subscription: Subscription): Promise<void> {
    const { subscriptionsPerTenant } = this.configuration;
    const { tenant } = subscription;
    if (await isBeyond(tx, OF_TENANT, [tenant ?? null, subscriptionsPerTenant + 1])) {
      const whose = tenant === undefined ? 'without a tenant' : 'of the tenant';
      throw tooMany(`there are ${subscriptionsPerTenant} subscriptions ${whose} already, which is the limit`);
    }
    await this.checkReceiver(tx, subscription);
  }

  /** As `check`, for a new address alone. */
  async checkReceiver(tx: EntityManager, { tenant, callbackUri }: Subscription): Promise<void> {
    const { subscriptionsPerOrigin } = this.configuration;
    if (callbackUri === undefined) return;
    const origin = originOf(callbackUri);
    if (!(await isBeyond(tx, OF_ORIGIN, [tenant ?? null, subscriptionsPerOrigin + 1, origin]))) return;
    const text = `callbackUri: ${subscriptionsPerOrigin} subscriptions have ${origin} as their receiver already, which is the limit`;
    throw tooMany(text, 'callbackUri');
  }
}

/** @param parameters of the statement; the second one is the first number that is too many */
async function isBeyond(
  tx: EntityManager,
  statement: string,
  parameters: [tenant: string | null, tooMany: number, origin?: string],
): Promise<boolean> {
  const [{ count }] = await tx.query<{ count: number }[]>(statement, parameters);
  return count >= parameters[1];
}

function tooMany(message: string, field?: string): DomainError {
  const fields = field === undefined ? [] : [{ path: [field], detail: message }];
  return new DomainError('policy', 'too-many-subscriptions', message, { fields });
}
