import { Module, type Type } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { InstancesModule } from '../instances/instances.module.js';
import { DeliveryModule } from '../notifications/delivery/delivery.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { AccessModule } from '../access/access.module.js';
import { AdmissionMetrics } from './admission-metrics.js';
import { SelfCheckMetrics } from './self-check-metrics.js';
import { CapacityMetrics } from './capacity-metrics.js';
import { DatabaseFigures } from './database-figures.js';
import { DatabaseMetrics } from './database-metrics.js';
import { SelfCheckModule } from '../self-check/self-check.module.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { InstanceMetrics } from './instance-metrics.js';
import { METRIC_SOURCES, type MetricSource } from './metric-source.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { ProcessMetrics } from './process-metrics.js';
import { ProviderMetrics } from './provider-metrics.js';
import { RequestFigures } from '../http/edge/request-figures.js';
import { RequestMetrics } from './request-metrics.js';
import { TellingMetrics } from './telling-metrics.js';
import { WorkerMetrics } from './worker-metrics.js';
import { ZoneLabels } from './zone-labels.js';

/** Every source of metrics: one that is added here is served. */
const SOURCES: readonly Type<MetricSource>[] = [
  RequestMetrics,
  AdmissionMetrics,
  CapacityMetrics,
  InstanceMetrics,
  ProviderMetrics,
  TellingMetrics,
  DeliveryMetrics,
  WorkerMetrics,
  SelfCheckMetrics,
  DatabaseMetrics,
  ProcessMetrics,
];

@Module({
  imports: [
    AccessModule,
    AllocationModule,
    DeliveryModule,
    InstancesModule,
    ProvidersModule,
    SelfCheckModule,
  ],
  controllers: [MetricsController],
  providers: [
    DatabaseFigures,
    MetricsService,
    RequestFigures,
    ZoneLabels,
    ...SOURCES,
    {
      provide: METRIC_SOURCES,
      useFactory: (...sources: MetricSource[]) => sources,
      inject: [...SOURCES],
    },
  ],
  exports: [RequestFigures],
})
export class MetricsModule {}
