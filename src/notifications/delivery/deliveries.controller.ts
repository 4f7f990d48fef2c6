import { Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { AnsweredRequests } from '../../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../../http/idempotency/idempotency-key.js';
import { listPage } from '../../http/list-parameters.js';
import { NextPageLink } from '../../http/paging.js';
import { deliveryDetails, deliveryWithAttempts } from '../dto/delivery-answers.js';
import {
  DeliveriesOfOneParameters,
  deliveryFilter,
  DeliveryListParameters,
  deliveryRequest,
} from '../dto/delivery-list.dto.js';
import { DeliveriesService } from './deliveries.service.js';
import type { DeliveryWithAttempts } from './delivery.js';

/** Additive: what was sent, what came of it, and sending it again. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get('subscriptions/:id/deliveries')
  @UseInterceptors(NextPageLink)
  async listOf(@Param('id') id: string, @Query() query: DeliveriesOfOneParameters) {
    const request = deliveryRequest(query, true);
    return listPage(
      await this.deliveries.listOf(id, deliveryFilter(query), request),
      request,
      deliveryDetails,
    );
  }

  @Get('deliveries')
  @UseInterceptors(NextPageLink)
  async list(@Query() query: DeliveryListParameters) {
    const request = deliveryRequest(query, query.subscription !== undefined);
    return listPage(await this.deliveries.list(deliveryFilter(query), request), request, deliveryDetails);
  }

  @Post('subscriptions/:id/redeliver')
  @HttpCode(202)
  redeliverDead(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<number>(
      key,
      (remember) => this.deliveries.redeliverDead(id, remember),
      (redelivered) => ({ redelivered }),
    );
  }

  @Post('subscriptions/:id/test')
  @HttpCode(202)
  sendTest(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<DeliveryWithAttempts>(
      key,
      (remember) => this.deliveries.sendTest(id, remember),
      deliveryWithAttempts,
    );
  }

  @Get('deliveries/:id')
  async get(@Param('id') id: string) {
    return deliveryWithAttempts(await this.deliveries.get(id));
  }

  @Post('deliveries/:id/redeliver')
  @HttpCode(202)
  redeliver(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<DeliveryWithAttempts>(
      key,
      (remember) => this.deliveries.redeliver(id, remember),
      deliveryWithAttempts,
    );
  }
}
