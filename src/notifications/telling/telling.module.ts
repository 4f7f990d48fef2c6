import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../../allocation/allocation.module.js';
import { SubscriptionsModule } from '../../subscriptions/subscriptions.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { CapacityTeller } from './capacity-teller.js';
import { CapacityWatermarksRepository } from './capacity-watermarks.repository.js';
import { ReservationChangesRepository } from './reservation-changes.repository.js';
import { ReservationTeller } from './reservation-teller.js';
import { ScopeBuilder } from './scope-builder.js';
import { TellingWorker } from './telling.worker.js';
import { CapacityEvaluationEntity } from './capacity-evaluation.entity.js';
import { CapacityWatermarkEntity } from './capacity-watermark.entity.js';
import { ReservationWatermarkEntity } from './reservation-watermark.entity.js';

/** Evaluates subscriptions and adds notifications to the outbox. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CapacityEvaluationEntity, CapacityWatermarkEntity, ReservationWatermarkEntity]),
    AllocationModule,
    SubscriptionsModule,
    DeliveryModule,
  ],
  providers: [
    CapacityTeller,
    CapacityWatermarksRepository,
    ReservationChangesRepository,
    ReservationTeller,
    ScopeBuilder,
    TellingWorker,
  ],
})
export class TellingModule {}
