import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AddressRangesRepository } from './addresses/address-ranges.repository.js';
import { AllocationService } from './allocation.service.js';
import { BestZone } from './best-zone.js';
import { GroupCommit } from './ledger/group-commit.js';
import { AddressAssignmentEntity } from './addresses/address-assignment.entity.js';
import { AddressEntryEntity } from './addresses/address-entry.entity.js';
import { AddressRangeEntity } from './addresses/address-range.entity.js';
import { ClaimEntity } from './ledger/claim.entity.js';
import { LedgerEntryEntity } from './ledger/ledger-entry.entity.js';
import { LedgerSegmentEntity } from './ledger/ledger-segment.entity.js';
import { ReservationChangeEntity } from './ledger/reservation-change.entity.js';
import { SegmentsWorker } from './segments.worker.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      AddressAssignmentEntity,
      AddressEntryEntity,
      AddressRangeEntity,
      ClaimEntity,
      LedgerEntryEntity,
      LedgerSegmentEntity,
      ReservationChangeEntity,
    ]),
  ],
  providers: [AllocationService, BestZone, AddressRangesRepository, GroupCommit, SegmentsWorker],
  exports: [AllocationService, BestZone, AddressRangesRepository, GroupCommit],
})
export class AllocationModule {}
