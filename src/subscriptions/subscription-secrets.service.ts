import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { Instant } from '../kernel/time-window.js';
import { SealedSecrets } from '../security/sealed-secrets.js';
import { newSigningSecret } from '../security/webhook-signature.js';
import { secretPlace } from './subscription-secret.js';
import { subscriptionIdIn, unknownSubscription } from './subscription-id.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

export interface NewSecret {
  readonly secret: string;
  readonly sealed: string;
}

export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** The previous secret also signs until then. */
  readonly previousUntil: Instant;
}

/** The secrets that sign notifications. A secret is returned once, when it is made. */
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

  /** The secret of a subscription; undefined if there is no such subscription. */
  async of(id: string): Promise<string | undefined> {
    const sealed = await this.subscriptions.sealedSecret(id);
    return sealed === undefined ? undefined : this.secrets.open(sealed, secretPlace(id));
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
    const rotated = { id, secret, previousUntil };
    await this.transactions.run(async (tx) => {
      const isKnown = await this.subscriptions.rotate(tx, tenantScope(caller), id, sealed, previousUntil);
      if (!isKnown) throw unknownSubscription();
      await storeRequest(tx, remember?.(rotated), now);
    });
    return rotated;
  }
}
