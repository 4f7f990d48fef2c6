import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { FoldCheck } from './fold-check.service.js';
import { LedgerAuditEntity } from './ledger-audit.entity.js';
import { LedgerAudit } from './ledger-audit.js';
import { SelfCheckController } from './self-check.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([LedgerAuditEntity]), AllocationModule],
  controllers: [SelfCheckController],
  providers: [FoldCheck, LedgerAudit],
  exports: [FoldCheck, LedgerAudit],
})
export class SelfCheckModule {}
