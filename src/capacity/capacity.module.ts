import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { AddressCapacity } from './address-capacity.service.js';
import { CapacityNorthboundController } from './capacity.northbound.controller.js';
import { CapacityOperationsController } from './capacity.operations.controller.js';
import { CapacityService } from './capacity.service.js';
import { CollectionQueryService } from './collection-query.service.js';
import { CollectionsInWindowRepository } from './collections-in-window.repository.js';
import { ZoneUtilization } from './zone-utilization.service.js';
import { ZonesModule } from '../zones/zones.module.js';

@Module({
  imports: [ZonesModule, AllocationModule],
  controllers: [CapacityOperationsController, CapacityNorthboundController],
  providers: [
    AddressCapacity,
    CapacityService,
    CollectionQueryService,
    CollectionsInWindowRepository,
    ZoneUtilization,
  ],
})
export class CapacityModule {}
