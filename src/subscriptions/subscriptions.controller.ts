import { Controller, Delete, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { subscriptionDetails } from './dto/subscription-answers.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Additive: what is subscribed to, and the end of it. */
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: Record<string, unknown>) {
    const page = readPageRequest(query);
    const found = await this.subscriptions.page(page.rows, page.after);
    return pageOf(found, page, ({ id }) => id, subscriptionDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return subscriptionDetails(await this.subscriptions.get(id));
  }

  @Delete(':id')
  async unsubscribe(@Param('id') id: string) {
    return { subscriptionId: await this.subscriptions.unsubscribe(id) };
  }
}
