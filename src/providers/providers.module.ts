import { Module } from '@nestjs/common';
import { CredentialRotation } from './credential-rotation.js';
import { SecurityModule } from '../security/security.module.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { OpenstackDriver } from './drivers/openstack.driver.js';
import { SimulatedDriver } from './drivers/simulated.driver.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersOperationsController } from './providers.operations.controller.js';
import { ProvidersRepository } from './providers.repository.js';
import { ProvidersRetry } from './providers.retry.js';
import { ProvidersService } from './providers.service.js';

@Module({
  imports: [SecurityModule],
  controllers: [ProvidersOperationsController, ProvidersController],
  providers: [
    CredentialRotation,
    DriverRegistry,
    OpenstackDriver,
    ProvidersRepository,
    ProvidersRetry,
    ProvidersService,
    SimulatedDriver,
  ],
  exports: [DriverRegistry, ProvidersRepository, ProvidersService],
})
export class ProvidersModule {}
