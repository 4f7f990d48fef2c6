import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { Instant } from '../kernel/time-window.js';
import { SealedSecrets, SecretUnreadable } from '../security/sealed-secrets.js';
import { secretPlace } from '../security/secret-place.js';
import { newSigningSecret, type Credentials } from '../security/webhook-signature.js';
import { isSameReceiver, tokenPlace } from './callback.js';
import { subscriptionIdIn, unknownSubscription } from './subscription-id.js';
import type { OwnedSubscription } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

export const UNREADABLE_SECRET =
  'the secret or the token of the subscription can not be read: give it a new secret with rotate-secret, or a new callbackToken';

export interface NewSecret {
  readonly secret: string;
  readonly sealed: string;
}

export interface RotatedSecret extends OwnedSubscription {
  readonly secret: string;
  /** The previous secret also signs until then. */
  readonly previousUntil: Instant;
}

/**
 * The secrets that sign notifications, and the tokens that receivers want. A secret is returned once, when it is made; a
 * token never.
 */
@Injectable()
export class SubscriptionSecrets {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly transactions: Transactions,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  make(id: string): NewSecret {
    const secret = newSigningSecret();
    return { secret, sealed: this.secrets.seal(secret, secretPlace(id)) };
  }

  /**
   * Seals a token for the receiver that a subscription names. The service's default receiver gets none: its address is
   * the operator's, and may change.
   *
   * @throws DomainError `invalid-request` for a subscription without an address
   */
  sealToken(id: string, callbackUri: string | undefined, token: string): string {
    if (callbackUri === undefined)
      throw DomainError.invalidField(['callbackToken'], 'needs a callbackUri to be sent to');
    return this.secrets.seal(token, tokenPlace(id, callbackUri));
  }

  /**
   * The credentials that a subscription sends to an address.
   *
   * @param token absent: the one that is stored, if it is for the same receiver; null: none
   * @throws DomainError `unknown-subscription`, `secret-unreadable`
   */
  async at(id: string, callbackUri: string, token?: string | null): Promise<Credentials> {
    const stored = await this.subscriptions.sealed(id);
    if (!stored) throw unknownSubscription();
    const { sealedSecret, sealedToken } = stored;
    const secrets = sealedSecret === null ? [] : [this.open(sealedSecret, secretPlace(id))];
    if (token !== undefined) return { secrets, token: token ?? undefined };
    const isKept = sealedToken !== null && isSameReceiver(stored.callbackUri ?? undefined, callbackUri);
    return { secrets, token: isKept ? this.open(sealedToken, tokenPlace(id, callbackUri)) : undefined };
  }

  private open(sealed: string, place: string): string {
    try {
      return this.secrets.open(sealed, place);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new DomainError('conflict', 'secret-unreadable', UNREADABLE_SECRET, { cause: error });
    }
  }

  /**
   * Gives a subscription a new secret. The previous one also signs for a while, so that its receiver has time to
   * change.
   *
   * @throws DomainError `unknown-subscription`
   */
  async rotate(caller: Principal, text: string, remember?: Remember<RotatedSecret>): Promise<RotatedSecret> {
    const id = subscriptionIdIn(text);
    const { secret, sealed } = this.make(id);
    const now = this.clock.now();
    const previousUntil = now + this.configuration.callbackSecretOverlapSeconds;
    return this.transactions.run(async (tx) => {
      const owned = await this.subscriptions.rotate(tx, tenantScope(caller), id, sealed, previousUntil);
      if (!owned) throw unknownSubscription();
      const rotated = { ...owned, secret, previousUntil };
      await storeRequest(tx, remember?.(rotated), now);
      return rotated;
    });
  }
}
