import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { InstanceWorker } from './instance-worker.js';
import { InstancesController } from './instances.controller.js';
import { InstancesOperationsController } from './instances.operations.controller.js';
import { InstancesRepository } from './instances.repository.js';
import { InstancesService } from './instances.service.js';
import { PlatformGateway } from './platform-gateway.js';

@Module({
  imports: [AllocationModule, ProvidersModule],
  controllers: [InstancesOperationsController, InstancesController],
  providers: [InstancesService, InstancesRepository, InstanceWorker, PlatformGateway],
  exports: [InstancesRepository],
})
export class InstancesModule {}
