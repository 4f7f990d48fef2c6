import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ReservationsClock } from './reservations-clock.worker.js';
import { ReservationsController } from './reservations.controller.js';
import { ReservationsNorthboundChangesController } from './reservations.northbound-changes.controller.js';
import { ReservationsNorthboundController } from './reservations.northbound.controller.js';
import { ReservationsOperationsController } from './reservations.operations.controller.js';
import { ReservationDetailsRepository } from './reservation-details.repository.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsRepository } from './reservations.repository.js';
import { ReservationsService } from './reservations.service.js';
import { SeriesService } from './series.service.js';
import { ZonesModule } from '../zones/zones.module.js';
import { ReservationEntity } from '../allocation/ledger/reservation.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReservationEntity]), ZonesModule, AllocationModule],
  controllers: [
    ReservationsOperationsController,
    ReservationsNorthboundController,
    ReservationsNorthboundChangesController,
    ReservationsController,
  ],
  providers: [
    ReservationsService,
    SeriesService,
    ReservationsReader,
    ReservationsRepository,
    ReservationDetailsRepository,
    ReservationsClock,
  ],
  exports: [ReservationsReader],
})
export class ReservationsModule {}
