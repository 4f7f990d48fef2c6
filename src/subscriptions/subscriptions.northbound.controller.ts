import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { TenantName } from '../http/tenant.js';
import type { Principal } from '../kernel/principal.js';
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
    @Caller() caller: Principal,
    @Body() body: SubscribeComputeBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(caller, capacityRequest('compute', body.computeResourceTypeId, body, tenant), key);
  }

  @Post('capacity/network/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeCapacity('network')
  subscribeNetwork(
    @Caller() caller: Principal,
    @Body() body: SubscribeNetworkBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(caller, capacityRequest('network', body.networkResourceTypeId, body, tenant), key);
  }

  @Post('capacity/storage/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeCapacity('storage')
  subscribeStorage(
    @Caller() caller: Principal,
    @Body() body: SubscribeStorageBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(caller, capacityRequest('storage', body.storageResourceTypeId, body, tenant), key);
  }

  @Post('reservation/subscribe')
  @Allow('consumer', 'operator', 'admin')
  @SubscribeReservations()
  subscribeReservation(
    @Caller() caller: Principal,
    @Body() body: SubscribeReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.subscribe(caller, reservationSubscription(body, tenant), key);
  }

  private subscribe(caller: Principal, request: SubscribeRequest, key?: KeyedRequest) {
    return this.answered.onceSealed<Subscribed>(
      key,
      (remember) => this.subscriptions.subscribe(caller, request, remember),
      subscribed,
    );
  }
}
