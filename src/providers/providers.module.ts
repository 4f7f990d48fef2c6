import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AllocationModule } from '../allocation/allocation.module.js';
import { SecurityModule } from '../security/security.module.js';
import { DeclaredCapacityRepository } from './declared-capacity.repository.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { OpenstackDriver } from './drivers/openstack.driver.js';
import { SimulatedDriver } from './drivers/simulated.driver.js';
import { PlatformLooks } from './platform-looks.js';
import { ProviderChanges } from './provider-changes.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersOperationsController } from './providers.operations.controller.js';
import { ProvidersOverview } from './providers.overview.js';
import { ProvidersRepository } from './providers.repository.js';
import { ProvidersService } from './providers.service.js';
import { Rediscovery } from './rediscovery.worker.js';
import { ZonesModule } from '../zones/zones.module.js';
import { ProviderEntity } from './provider.entity.js';
import { SimulatedServerEntity } from './drivers/simulated-server.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ProviderEntity, SimulatedServerEntity]),
    ZonesModule,
    AllocationModule,
    SecurityModule,
  ],
  controllers: [ProvidersOperationsController, ProvidersController],
  providers: [
    DeclaredCapacityRepository,
    DriverRegistry,
    OpenstackDriver,
    PlatformLooks,
    ProviderChanges,
    ProvidersOverview,
    ProvidersRepository,
    ProvidersService,
    Rediscovery,
    SimulatedDriver,
  ],
  exports: [DriverRegistry, ProvidersOverview, ProvidersService],
})
export class ProvidersModule {}
