import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AccessModule } from './access/access.module.js';
import { CapacityModule } from './capacity/capacity.module.js';
import { Configuration } from './config/configuration.js';
import { ConsoleModule } from './console/console.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { InstancesModule } from './instances/instances.module.js';
import { Clock } from './kernel/clock.js';
import { HeavyWork } from './kernel/heavy-work.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { NotificationWebhooks } from './notifications/dto/webhooks.openapi.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PoolsModule } from './pools/pools.module.js';
import { ProvidersModule } from './providers/providers.module.js';
import { ReservationsModule } from './reservations/reservations.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SelfCheckModule } from './self-check/self-check.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { Tracing } from './tracing/tracing.js';
import { WindowsModule } from './windows/windows.module.js';
import { ZonesModule } from './zones/zones.module.js';

/** What the modules are given from outside: the environment, the database, and the time. */
export interface Surroundings {
  readonly configuration: Configuration;
  /** Not initialised yet; it is while the application runs. */
  readonly dataSource: DataSource;
  readonly clock: Clock;
}

@Global()
@Module({})
class SurroundingsModule {
  static of({ configuration, clock }: Omit<Surroundings, 'dataSource'>): DynamicModule {
    return {
      module: SurroundingsModule,
      providers: [
        { provide: Configuration, useValue: configuration },
        { provide: Clock, useValue: clock },
        Tracing,
        {
          provide: HeavyWork,
          inject: [Configuration],
          useFactory: ({ heavyRequestLimit }: Configuration) => new HeavyWork(heavyRequestLimit),
        },
      ],
      exports: [Configuration, Clock, HeavyWork, Tracing],
    };
  }
}

@Module({})
export class AppModule {
  static with(surroundings: Surroundings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SurroundingsModule.of(surroundings),
        DatabaseModule.of(surroundings.dataSource),
        HealthModule,
        AccessModule,
        IdempotencyModule,
        ProvidersModule,
        ZonesModule,
        PoolsModule,
        ReservationsModule,
        InstancesModule,
        CapacityModule,
        SubscriptionsModule,
        NotificationsModule,
        WindowsModule,
        ReportsModule,
        SelfCheckModule,
        MetricsModule,
        ConsoleModule.when(surroundings.configuration.console),
        OpenApiModule.with([NotificationWebhooks]),
      ],
    };
  }
}
