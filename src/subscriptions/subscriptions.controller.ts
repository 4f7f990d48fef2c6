import { Controller, Delete, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { rotatedSecret, subscriptionDetails } from './dto/subscription-answers.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Additive: what is subscribed to, and the end of it. */
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly secrets: SubscriptionSecrets,
  ) {}

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

  @Post(':id/rotate-secret')
  @HttpCode(200)
  async rotateSecret(@Param('id') id: string) {
    return rotatedSecret(await this.secrets.rotate(id));
  }

  @Post(':id/enable')
  @HttpCode(200)
  async enable(@Param('id') id: string) {
    return subscriptionDetails(await this.subscriptions.enable(id));
  }
}
