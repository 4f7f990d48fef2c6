import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CapacityModule } from './capacity/capacity.module.js';
import { Configuration } from './config/configuration.js';
import { Transactions } from './database/transactions.js';
import { HealthModule } from './http/health.module.js';
import { IdempotencyModule } from './http/idempotency/idempotency.module.js';
import { OpenApiModule } from './http/openapi/openapi.module.js';
import { InstancesModule } from './instances/instances.module.js';
import { Clock } from './kernel/clock.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PoolsModule } from './pools/pools.module.js';
import { Peers } from './peers/peers.js';
import { ProvidersModule } from './providers/providers.module.js';
import { ReservationsModule } from './reservations/reservations.module.js';
import { SelfCheckModule } from './self-check/self-check.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { ZonesModule } from './zones/zones.module.js';

/** What the modules are given from outside: the environment, the database, and the time. */
export interface Surroundings {
  readonly configuration: Configuration;
  readonly dataSource: DataSource;
  readonly clock: Clock;
}

@Global()
@Module({})
class SurroundingsModule {
  static of({ configuration, dataSource, clock }: Surroundings): DynamicModule {
    return {
      module: SurroundingsModule,
      providers: [
        { provide: Configuration, useValue: configuration },
        { provide: DataSource, useValue: dataSource },
        { provide: Clock, useValue: clock },
        Peers,
        Transactions,
      ],
      exports: [Configuration, DataSource, Clock, Peers, Transactions],
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
        HealthModule,
        IdempotencyModule,
        ProvidersModule,
        ZonesModule,
        PoolsModule,
        ReservationsModule,
        InstancesModule,
        CapacityModule,
        SubscriptionsModule,
        NotificationsModule,
        SelfCheckModule,
        MetricsModule,
        OpenApiModule,
      ],
    };
  }
}
