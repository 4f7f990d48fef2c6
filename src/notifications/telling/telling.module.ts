import { Module } from '@nestjs/common';
import { AllocationModule } from '../../allocation/allocation.module.js';
import { SubscriptionsModule } from '../../subscriptions/subscriptions.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { CapacityTeller } from './capacity-teller.js';
import { CapacityWatermarksRepository } from './capacity-watermarks.repository.js';
import { ReservationChangesRepository } from './reservation-changes.repository.js';
import { ReservationTeller } from './reservation-teller.js';
import { TellingWorker } from './telling.worker.js';

/** Finds out what subscribers are to be told, and hands it to the outbox. */
@Module({
  imports: [AllocationModule, SubscriptionsModule, DeliveryModule],
  providers: [
    CapacityTeller,
    CapacityWatermarksRepository,
    ReservationChangesRepository,
    ReservationTeller,
    TellingWorker,
  ],
})
export class TellingModule {}
