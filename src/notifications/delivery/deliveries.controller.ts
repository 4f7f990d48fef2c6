import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../../http/allow.js';
import { AnsweredRequests } from '../../idempotency/answered-requests.js';
import { Call, type ClientCall } from '../../idempotency/idempotency-key.js';
import { Caller } from '../../http/caller.js';
import { listPage } from '../../http/wire/list-parameters.js';
import type { Principal } from '../../kernel/principal.js';
import { deliveryDetails, deliveryWithAttempts } from '../dto/delivery-answers.js';
import {
  DeliveriesOfOneParameters,
  deliveryFilter,
  DeliveryListParameters,
  deliveryRequest,
} from '../dto/delivery-list.dto.js';
import { DeliveriesService } from './deliveries.service.js';
import type { DeliveryWithAttempts, Redelivery } from './delivery.js';
import {
  ListDeliveries,
  ListDeliveriesOfSubscription,
  ReadDelivery,
  Redeliver,
  RedeliverDead,
  SendTestNotification,
} from '../dto/deliveries.openapi.js';

/** Additive: what was sent, what came of it, and sending it again. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get('subscriptions/:id/deliveries')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListDeliveriesOfSubscription()
  async listOf(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() query: DeliveriesOfOneParameters,
  ) {
    const request = deliveryRequest(`subscriptions/${id}/deliveries`, query, true);
    return listPage(
      await this.deliveries.listOf(caller, id, deliveryFilter(query), request),
      request,
      deliveryDetails,
    );
  }

  @Get('deliveries')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListDeliveries()
  async list(@Caller() caller: Principal, @Query() query: DeliveryListParameters) {
    const request = deliveryRequest('deliveries', query, query.subscription !== undefined);
    const found = await this.deliveries.list(caller, deliveryFilter(query), request);
    return listPage(found, request, deliveryDetails);
  }

  @Post('subscriptions/:id/redeliver')
  @Allow('consumer', 'operator', 'admin')
  @RedeliverDead()
  redeliverDead(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.once<Redelivery>(
      key,
      (remember) => this.deliveries.redeliverDead(caller, id, remember),
      ({ count }) => ({ redelivered: count }),
    );
  }

  @Post('subscriptions/:id/test')
  @Allow('consumer', 'operator', 'admin')
  @SendTestNotification()
  sendTest(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.once<DeliveryWithAttempts>(
      key,
      (remember) => this.deliveries.sendTest(caller, id, remember),
      deliveryWithAttempts,
    );
  }

  @Get('deliveries/:id')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReadDelivery()
  async get(@Caller() caller: Principal, @Param('id') id: string) {
    return deliveryWithAttempts(await this.deliveries.get(caller, id));
  }

  @Post('deliveries/:id/redeliver')
  @Allow('consumer', 'operator', 'admin')
  @Redeliver()
  redeliver(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.once<DeliveryWithAttempts>(
      key,
      (remember) => this.deliveries.redeliver(caller, id, remember),
      deliveryWithAttempts,
    );
  }
}
