import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { listPage, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { ChangeSubscriptionBody, changeOf } from './dto/change-subscription.dto.js';
import { rotatedSecret, subscriptionDetails } from './dto/subscription-answers.js';
import { subscriptionFilter, SubscriptionListParameters } from './dto/subscription-list.dto.js';
import type { Subscription } from './subscription.js';
import { SubscriptionSecrets, type RotatedSecret } from './subscription-secrets.service.js';
import { SubscriptionUpdates } from './subscription-updates.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Additive: what is subscribed to, changes of it, and the end of it. */
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly secrets: SubscriptionSecrets,
    private readonly updates: SubscriptionUpdates,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: SubscriptionListParameters) {
    const request = listRequest(query);
    const found = await this.subscriptions.list(subscriptionFilter(query), request);
    return listPage(found, request, subscriptionDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return subscriptionDetails(await this.subscriptions.get(id));
  }

  @Patch(':id')
  change(
    @Param('id') id: string,
    @Body() body: ChangeSubscriptionBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.answered.once<Subscription>(
      key,
      (remember) => this.updates.change(id, (subscription) => changeOf(body, subscription), remember),
      subscriptionDetails,
    );
  }

  @Delete(':id')
  unsubscribe(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<string>(
      key,
      (remember) => this.subscriptions.unsubscribe(id, remember),
      (subscriptionId) => ({ subscriptionId }),
    );
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  rotateSecret(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.onceSealed<RotatedSecret>(
      key,
      (remember) => this.secrets.rotate(id, remember),
      rotatedSecret,
    );
  }

  @Post(':id/enable')
  @HttpCode(200)
  enable(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<Subscription>(
      key,
      (remember) => this.subscriptions.enable(id, remember),
      subscriptionDetails,
    );
  }
}
