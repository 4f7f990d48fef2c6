import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { Deployment } from './deployment.js';
import { InstanceWorker } from './instances.worker.js';
import { InstancesClock } from './instances-clock.worker.js';
import { InstancesController } from './instances.controller.js';
import { InstancesFigures } from './instances-figures.js';
import { InstancesOperationsController } from './instances.operations.controller.js';
import { InstancesRepository } from './instances.repository.js';
import { InstanceMarksService } from './instance-marks.service.js';
import { InstancesService } from './instances.service.js';
import { PlatformGateway } from './platform-gateway.js';
import { Reconciler } from './reconciler.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';
import { ReconciliationsRepository } from './reconciliations.repository.js';
import { ZonesModule } from '../zones/zones.module.js';
import { InstanceEntity } from '../allocation/ledger/instance.entity.js';
import { DeploymentEntity } from './deployment.entity.js';
import { ReconciliationEntity } from './reconciliation.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([InstanceEntity, DeploymentEntity, ReconciliationEntity]),
    ZonesModule,
    AllocationModule,
    ProvidersModule,
  ],
  controllers: [InstancesOperationsController, InstancesController, ReconciliationController],
  providers: [
    Deployment,
    InstanceWorker,
    InstancesClock,
    InstancesFigures,
    InstancesRepository,
    InstanceMarksService,
    InstancesService,
    PlatformGateway,
    Reconciler,
    ReconciliationService,
    ReconciliationsRepository,
  ],
  exports: [InstancesFigures, ReconciliationService],
})
export class InstancesModule {}
