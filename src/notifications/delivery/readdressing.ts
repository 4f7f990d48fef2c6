import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import { SubscriptionUpdates } from '../../subscriptions/subscription-updates.service.js';
import { endpointOf } from '../callback-address.js';
import { LanesRepository } from './lanes.repository.js';

/** Has what waits for a subscription delivered to its new address at once, and not when it was to be tried at the old one. */
@Injectable()
export class Readdressing {
  constructor(
    updates: SubscriptionUpdates,
    lanes: LanesRepository,
    configuration: Configuration,
    clock: Clock,
  ) {
    updates.onReaddressed((tx, { id, callbackUri }) =>
      lanes.readdress(tx, id, endpointOf(callbackUri, configuration), clock.now()),
    );
  }
}
