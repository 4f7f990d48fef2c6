import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { NetworkGuard } from './network-guard.js';

/**
 * Guards callback addresses of subscriptions: the service sends no notification to a private network unless the
 * operator allows it.
 */
@Injectable()
export class CallbackGuard extends NetworkGuard {
  constructor({ callbackAllowedNetworks }: Configuration) {
    super(callbackAllowedNetworks, 'CALLBACK_ALLOWED_NETWORKS');
  }
}
