import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { InstancesModule } from '../instances/instances.module.js';
import { ReservationsClock } from './reservations-clock.worker.js';
import { ReservationsController } from './reservations.controller.js';
import { ReservationsNorthboundChangesController } from './reservations.northbound-changes.controller.js';
import { ReservationsNorthboundController } from './reservations.northbound.controller.js';
import { ReservationsOperationsController } from './reservations.operations.controller.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsRepository } from './reservations.repository.js';
import { ReservationsService } from './reservations.service.js';
import { SeriesService } from './series.service.js';
import { ZonesModule } from '../zones/zones.module.js';
import { ClaimEntity } from '../allocation/ledger/claim.entity.js';
import { ReservationEntity } from '../allocation/ledger/reservation.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ClaimEntity, ReservationEntity]),
    ZonesModule,
    AllocationModule,
    InstancesModule,
  ],
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
    ReservationsClock,
  ],
  exports: [ReservationsReader],
})
export class ReservationsModule {}
