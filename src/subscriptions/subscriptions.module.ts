import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ReservationsModule } from '../reservations/reservations.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import { SubscriptionUpdates } from './subscription-updates.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsNorthboundController } from './subscriptions.northbound.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [AllocationModule, ReservationsModule, SecurityModule],
  controllers: [SubscriptionsNorthboundController, SubscriptionsController],
  providers: [
    SubscriptionChecks,
    SubscriptionSecrets,
    SubscriptionsRepository,
    SubscriptionsService,
    SubscriptionUpdates,
  ],
  exports: [SubscriptionsService, SubscriptionUpdates],
})
export class SubscriptionsModule {}
