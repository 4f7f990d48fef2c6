import { Module } from '@nestjs/common';
import { AddressRangesRepository } from './address-ranges.repository.js';
import { AllocationService } from './allocation.service.js';
import { CollectionsRepository } from './collections.repository.js';
import { ZonesRepository } from './zones.repository.js';

@Module({
  providers: [AllocationService, AddressRangesRepository, CollectionsRepository, ZonesRepository],
  exports: [AllocationService, CollectionsRepository, ZonesRepository],
})
export class AllocationModule {}
