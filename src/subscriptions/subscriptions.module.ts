import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ReservationsModule } from '../reservations/reservations.module.js';
import { SecurityModule } from '../security/security.module.js';
import { ReceiverChallenge } from './receiver-challenge.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { SubscriptionLimits } from './subscription-limits.js';
import { SubscriptionSecrets } from './subscription-secrets.service.js';
import { SubscriptionUpdates } from './subscription-updates.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsNorthboundController } from './subscriptions.northbound.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { ZonesModule } from '../zones/zones.module.js';
import { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionChangeEntity } from './subscription-change.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SubscriptionEntity, SubscriptionChangeEntity]),
    ZonesModule,
    AllocationModule,
    ReservationsModule,
    SecurityModule,
  ],
  controllers: [SubscriptionsNorthboundController, SubscriptionsController],
  providers: [
    ReceiverChallenge,
    SubscriptionChecks,
    SubscriptionLimits,
    SubscriptionSecrets,
    SubscriptionsRepository,
    SubscriptionsService,
    SubscriptionUpdates,
  ],
  exports: [SubscriptionsService, SubscriptionUpdates],
})
export class SubscriptionsModule {}
