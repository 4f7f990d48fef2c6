import { Body, Controller, Post } from '@nestjs/common';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { TenantName } from '../http/tenant.js';
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
import { SubscriptionsService, type Subscribed } from './subscriptions.service.js';

/** Group B: subscribing to changes of capacity and of reservations. */
@Controller()
export class SubscriptionsNorthboundController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('capacity/compute/subscribe')
  subscribeCompute(
    @Body() body: SubscribeComputeBody,
    @TenantName() tenant?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.subscribe({ ...capacityRequest('compute', body.computeResourceTypeId, body), tenant }, key);
  }

  @Post('capacity/network/subscribe')
  subscribeNetwork(
    @Body() body: SubscribeNetworkBody,
    @TenantName() tenant?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.subscribe({ ...capacityRequest('network', body.networkResourceTypeId, body), tenant }, key);
  }

  @Post('capacity/storage/subscribe')
  subscribeStorage(
    @Body() body: SubscribeStorageBody,
    @TenantName() tenant?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.subscribe({ ...capacityRequest('storage', body.storageResourceTypeId, body), tenant }, key);
  }

  @Post('reservation/subscribe')
  subscribeReservation(
    @Body() body: SubscribeReservationBody,
    @TenantName() tenant?: string,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.subscribe({ ...reservationRequest(body), tenant }, key);
  }

  private subscribe(request: SubscriptionRequest, key?: KeyedRequest) {
    return this.answered.onceSealed<Subscribed>(
      key,
      (remember) => this.subscriptions.subscribe(request, remember),
      subscribed,
    );
  }
}
