import { Module } from '@nestjs/common';
import { Draining } from './draining.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Liveness and readiness. Needs the `DataSource` of the application; `Draining` is for whoever shuts it down. */
@Module({
  controllers: [HealthController],
  providers: [Draining, Readiness],
  exports: [Draining],
})
export class HealthModule {}
