import { Module } from '@nestjs/common';
import { AddressRangesRepository } from './address-ranges.repository.js';
import { AllocationService } from './allocation.service.js';
import { CollectionsRepository } from './collections.repository.js';
import { GroupCommit } from './group-commit.js';
import { ZonesRepository } from './zones.repository.js';

@Module({
  providers: [
    AllocationService,
    AddressRangesRepository,
    CollectionsRepository,
    GroupCommit,
    ZonesRepository,
  ],
  exports: [AllocationService, AddressRangesRepository, CollectionsRepository, GroupCommit, ZonesRepository],
})
export class AllocationModule {}
