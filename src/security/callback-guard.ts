import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { NetworkGuard } from './network-guard.js';

/**
 * Guards callback addresses of subscriptions: the service sends no notification to a private network unless the
 * operator allows it.
 */
@Injectable()
export class CallbackGuard extends NetworkGuard {
  /** @throws AddressRefused for a `CALLBACK_DEFAULT_URI` to which no notification could be sent */
  constructor({ callbackAllowedNetworks, callbackDefaultUri }: Configuration) {
    super(callbackAllowedNetworks, 'CALLBACK_ALLOWED_NETWORKS');
    if (callbackDefaultUri !== undefined) this.checkLiteral(new URL(callbackDefaultUri));
  }
}
