import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { DomainError } from '../kernel/domain-error.js';
import { originOf } from './callback.js';
import type { Subscription } from './subscription.js';

/**
 * Two texts, because no index serves `is not distinct from`. Of a tenant in the forms of both indexes. $1 how many are
 * counted at most, $2 the tenant
 *
 * @param more about further parameters
 */
function counted(tenant: string | undefined, more = ''): string {
  const ofTenant =
    tenant === undefined ? `tenant is null and $2::text is null` : `tenant = $2 and tenant || '' = $2`;
  return `select count(*)::int as count from (select from subscriptions where ${ofTenant}${more} limit $1) counted`;
}

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
    if (await isBeyond(tx, counted(tenant), subscriptionsPerTenant, [tenant ?? null])) {
      const whose = tenant === undefined ? 'without a tenant' : 'of the tenant';
      throw tooMany(`there are ${subscriptionsPerTenant} subscriptions ${whose} already, which is the limit`);
    }
    await this.checkReceiver(tx, subscription);
  }

  /** As `check`, for a new address alone. */
  async checkReceiver(tx: EntityManager, { tenant, callbackUri }: Subscription): Promise<void> {
    const { subscriptionsPerOrigin } = this.configuration;
    // Those without an address have one receiver, too: the default one, or the service, which keeps what they are told.
    const origin = callbackUri === undefined ? undefined : originOf(callbackUri);
    const [sameReceiver, ...named] =
      origin === undefined ? [' and callback_origin is null'] : [' and callback_origin = $3', origin];
    const parameters = [tenant ?? null, ...named] as const;
    if (!(await isBeyond(tx, counted(tenant, sameReceiver), subscriptionsPerOrigin, parameters))) return;
    const which = origin === undefined ? 'no address' : `${origin} as their receiver`;
    const text = `callbackUri: ${subscriptionsPerOrigin} subscriptions have ${which} already, which is the limit`;
    throw tooMany(text, 'callbackUri');
  }
}

/** @param parameters of the statement, after the first number that is too many */
async function isBeyond(
  tx: EntityManager,
  statement: string,
  most: number,
  parameters: readonly (string | null)[],
): Promise<boolean> {
  const [{ count }] = await tx.query<{ count: number }[]>(statement, [most + 1, ...parameters]);
  return count > most;
}

function tooMany(message: string, field?: string): DomainError {
  const fields = field === undefined ? [] : [{ path: [field], detail: message }];
  return new DomainError('policy', 'too-many-subscriptions', message, { fields });
}
