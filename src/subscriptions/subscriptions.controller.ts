import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, type ClientCall } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import type { Principal } from '../kernel/principal.js';
import { ChangeSubscriptionBody, subscriptionChangeOf } from './dto/change-subscription.dto.js';
import { rotatedSecret, subscriptionDetails } from './dto/subscription-answers.js';
import { subscriptionFilter, SubscriptionListParameters } from './dto/subscription-list.dto.js';
import type { OwnedSubscription, Subscription } from './subscription.js';
import { SubscriptionSecrets, type RotatedSecret } from './subscription-secrets.service.js';
import { SubscriptionUpdates } from './subscription-updates.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import {
  ChangeSubscription,
  EnableSubscription,
  ListSubscriptions,
  ReadSubscription,
  RotateSecret,
  Unsubscribe,
} from './dto/subscriptions.openapi.js';

/** Additive: lists, changes and ends subscriptions. */
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly secrets: SubscriptionSecrets,
    private readonly updates: SubscriptionUpdates,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get()
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListSubscriptions()
  async list(@Caller() caller: Principal, @Query() query: SubscriptionListParameters) {
    const request = listRequest('subscriptions', query);
    const found = await this.subscriptions.list(caller, subscriptionFilter(query), request);
    return listPage(found, request, (subscription) => subscriptionDetails(subscription, caller));
  }

  @Get(':id')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReadSubscription()
  async get(@Caller() caller: Principal, @Param('id') id: string) {
    return subscriptionDetails(await this.subscriptions.get(caller, id), caller);
  }

  @Patch(':id')
  @Allow('consumer', 'operator', 'admin')
  @ChangeSubscription()
  change(@Call() { caller, key }: ClientCall, @Param('id') id: string, @Body() body: ChangeSubscriptionBody) {
    return this.answered.onceSealed<Subscription>(
      key,
      (remember) =>
        this.updates.change(caller, id, (subscription) => subscriptionChangeOf(body, subscription), remember),
      subscriptionDetails,
    );
  }

  @Delete(':id')
  @Allow('consumer', 'operator', 'admin')
  @Unsubscribe()
  unsubscribe(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.once<OwnedSubscription>(
      key,
      (remember) => this.subscriptions.unsubscribe(caller, id, remember),
      (removed) => ({ subscriptionId: removed.id }),
    );
  }

  @Post(':id/rotate-secret')
  @Allow('consumer', 'operator', 'admin')
  @RotateSecret()
  rotateSecret(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.onceSealed<RotatedSecret>(
      key,
      (remember) => this.secrets.rotate(caller, id, remember),
      rotatedSecret,
    );
  }

  @Post(':id/enable')
  @Allow('consumer', 'operator', 'admin')
  @EnableSubscription()
  enable(@Call() { caller, key }: ClientCall, @Param('id') id: string) {
    return this.answered.once<Subscription>(
      key,
      (remember) => this.subscriptions.enable(caller, id, remember),
      subscriptionDetails,
    );
  }
}
