import { Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { AnsweredRequests } from '../../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../../http/idempotency/idempotency-key.js';
import { NextPageLink, pageOf, readPageRequest } from '../../http/paging.js';
import {
  deliveryDetails,
  deliveryWithAttempts,
  isPosition,
  readDeliveryState,
} from '../dto/delivery-answers.js';
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
  async list(@Param('id') id: string, @Query() query: Record<string, unknown>) {
    const page = readPageRequest(query, isPosition);
    const after = page.after === undefined ? undefined : Number(page.after);
    const found = await this.deliveries.page(id, readDeliveryState(query.state), page.rows, after);
    return pageOf(found, page, ({ position }) => String(position), deliveryDetails);
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
