import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { Draining } from './draining.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Liveness and readiness. Needs the application's `DataSource`; the shutdown code sets `Draining`. */
@Module({
  imports: [MetricsModule],
  controllers: [HealthController],
  providers: [Draining, Readiness],
  exports: [Draining],
})
export class HealthModule {}
