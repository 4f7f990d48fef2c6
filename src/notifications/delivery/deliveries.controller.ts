import { Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../../http/paging.js';
import {
  deliveryDetails,
  deliveryWithAttempts,
  isPosition,
  readDeliveryState,
} from '../dto/delivery-answers.js';
import { DeliveriesService } from './deliveries.service.js';

/** Additive: what was sent, what came of it, and sending it again. */
@Controller()
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

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
  async redeliverDead(@Param('id') id: string) {
    return { redelivered: await this.deliveries.redeliverDead(id) };
  }

  @Post('subscriptions/:id/test')
  @HttpCode(202)
  async sendTest(@Param('id') id: string) {
    return deliveryWithAttempts(await this.deliveries.sendTest(id));
  }

  @Get('deliveries/:id')
  async get(@Param('id') id: string) {
    return deliveryWithAttempts(await this.deliveries.get(id));
  }

  @Post('deliveries/:id/redeliver')
  @HttpCode(202)
  async redeliver(@Param('id') id: string) {
    return deliveryWithAttempts(await this.deliveries.redeliver(id));
  }
}
