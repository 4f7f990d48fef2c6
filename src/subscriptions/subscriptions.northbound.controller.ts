import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, type ClientCall } from '../idempotency/idempotency-key.js';
import { TenantName } from '../http/tenant.js';
import {
  capacityRequest,
  reservationSubscription,
  SubscribeComputeBody,
  SubscribeNetworkBody,
  SubscribeReservationBody,
  SubscribeStorageBody,
} from './dto/northbound.dto.js';
import { subscribed } from './dto/subscription-answers.js';
import type { SubscribeRequest } from './subscription.js';
import { SubscriptionsService, type Subscribed } from './subscriptions.service.js';
import { SubscribeCapacity, SubscribeReservations } from './dto/subscriptions.openapi.js';

/** Group B: subscribing to changes of capacity and of reservations. */
@Controller()
export class SubscriptionsNorthboundController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('capacity/compute/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeCapacity('compute')
  subscribeCompute(
    @Call() call: ClientCall,
    @Body() body: SubscribeComputeBody,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(call, capacityRequest('compute', body.computeResourceTypeId, body, tenant));
  }

  @Post('capacity/network/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeCapacity('network')
  subscribeNetwork(
    @Call() call: ClientCall,
    @Body() body: SubscribeNetworkBody,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(call, capacityRequest('network', body.networkResourceTypeId, body, tenant));
  }

  @Post('capacity/storage/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeCapacity('storage')
  subscribeStorage(
    @Call() call: ClientCall,
    @Body() body: SubscribeStorageBody,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(call, capacityRequest('storage', body.storageResourceTypeId, body, tenant));
  }

  @Post('reservation/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeReservations()
  subscribeReservation(
    @Call() call: ClientCall,
    @Body() body: SubscribeReservationBody,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(call, reservationSubscription(body, tenant));
  }

  private subscribe({ caller, key }: ClientCall, request: SubscribeRequest) {
    return this.answered.onceSealed<Subscribed>(
      key,
      (remember) => this.subscriptions.subscribe(caller, request, remember),
      subscribed,
    );
  }
}
