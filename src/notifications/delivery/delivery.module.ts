import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecurityModule } from '../../security/security.module.js';
import { SubscriptionsModule } from '../../subscriptions/subscriptions.module.js';
import { Outbox } from '../outbox.js';
import { CallbackSender } from './callback-sender.js';
import { Deliverer } from './deliverer.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryFigures } from './delivery-figures.js';
import { DeliveryWorker } from './delivery.worker.js';
import { GivingUp } from './giving-up.js';
import { LanesRepository } from './lanes.repository.js';
import { Ending } from './ending.js';
import { Readdressing } from './readdressing.js';
import { Retention } from './retention.js';
import { DeliveryLaneEntity } from './delivery-lane.entity.js';
import { NotificationAttemptEntity } from './notification-attempt.entity.js';
import { NotificationEntity } from './notification.entity.js';

/** Delivers the notifications of the outbox. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DeliveryLaneEntity, NotificationAttemptEntity, NotificationEntity]),
    SecurityModule,
    SubscriptionsModule,
  ],
  controllers: [DeliveriesController],
  providers: [
    Outbox,
    CallbackSender,
    Deliverer,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryFigures,
    DeliveryWorker,
    LanesRepository,
    GivingUp,
    Ending,
    Readdressing,
    Retention,
  ],
  exports: [Outbox, DeliveryFigures],
})
export class DeliveryModule {}
