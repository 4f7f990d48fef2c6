import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ClockWatch } from './clock-watch.js';
import { LayoutWatch, readLayout } from './layout-watch.js';
import { Transactions } from './transactions.js';

/**
 * Connects the service to its database. Modules register their entities with `TypeOrmModule.forFeature`; there is no
 * other list. The connections close with the application, after its workers.
 */
@Global()
@Module({ providers: [ClockWatch, LayoutWatch, Transactions], exports: [LayoutWatch, Transactions] })
export class DatabaseModule {
  /** @param dataSource not initialised yet: its entities are known only after all modules have loaded */
  static of(dataSource: DataSource): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ autoLoadEntities: true, toRetry: () => false }),
      dataSourceFactory: async (options) => {
        await dataSource.setOptions({ entities: options?.entities }).initialize();
        await readLayout(dataSource);
        return dataSource;
      },
    });
    return { module: DatabaseModule, imports: [typeOrm] };
  }
}
