import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import { SubscriptionUpdates } from '../../subscriptions/subscription-updates.service.js';
import { endpointOf } from '../callback-address.js';
import { LanesRepository } from './lanes.repository.js';

/**
 * Sends the waiting notifications of a subscription to its new address at once, without the backoff of the old address.
 */
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
