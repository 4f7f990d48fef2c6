import { Body, Controller, Post } from '@nestjs/common';
import {
  capacityRequest,
  reservationRequest,
  SubscribeComputeBody,
  SubscribeNetworkBody,
  SubscribeReservationBody,
  SubscribeStorageBody,
} from './dto/northbound.dto.js';
import { subscribed } from './dto/subscription-answers.js';
import type { SubscriptionRequest } from './subscription.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Group B: subscribing to changes of capacity and of reservations. */
@Controller()
export class SubscriptionsNorthboundController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Post('capacity/compute/subscribe')
  subscribeCompute(@Body() body: SubscribeComputeBody) {
    return this.subscribe(capacityRequest('compute', body.computeResourceTypeId, body));
  }

  @Post('capacity/network/subscribe')
  subscribeNetwork(@Body() body: SubscribeNetworkBody) {
    return this.subscribe(capacityRequest('network', body.networkResourceTypeId, body));
  }

  @Post('capacity/storage/subscribe')
  subscribeStorage(@Body() body: SubscribeStorageBody) {
    return this.subscribe(capacityRequest('storage', body.storageResourceTypeId, body));
  }

  @Post('reservation/subscribe')
  subscribeReservation(@Body() body: SubscribeReservationBody) {
    return this.subscribe(reservationRequest(body));
  }

  private async subscribe(request: SubscriptionRequest) {
    return subscribed(await this.subscriptions.subscribe(request));
  }
}
