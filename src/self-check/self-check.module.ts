import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { FoldCheck } from './fold-check.service.js';
import { SelfCheckController } from './self-check.controller.js';

@Module({
  imports: [AllocationModule],
  controllers: [SelfCheckController],
  providers: [FoldCheck],
  exports: [FoldCheck],
})
export class SelfCheckModule {}
