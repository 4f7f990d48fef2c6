import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { NetworkGuard } from './network-guard.js';

/** The guard of addresses that subscribers give: notifications go to no private network the operator did not allow. */
@Injectable()
export class CallbackGuard extends NetworkGuard {
  constructor({ callbackAllowedNetworks }: Configuration) {
    super(callbackAllowedNetworks, 'CALLBACK_ALLOWED_NETWORKS');
  }
}
