import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { PoolsController } from './pools.controller.js';
import { PoolsOperationsController } from './pools.operations.controller.js';
import { PoolsProvidersController } from './pools.providers.controller.js';
import { PoolsRepository } from './pools.repository.js';
import { PoolsService } from './pools.service.js';
import { ZonesModule } from '../zones/zones.module.js';
import { PoolEntryEntity } from '../allocation/ledger/pool-entry.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([PoolEntryEntity]), ZonesModule, AllocationModule, ProvidersModule],
  controllers: [PoolsOperationsController, PoolsController, PoolsProvidersController],
  providers: [PoolsService, PoolsRepository],
})
export class PoolsModule {}
