import { Logger, type DynamicModule } from '@nestjs/common';
import { AppModule, type Surroundings } from '../../src/app.module.js';

/** The application's module, without Nest's warning about a second data source in one process. */
export function appModule(surroundings: Surroundings): DynamicModule {
  // `logger: false` of an application takes effect later.
  Logger.overrideLogger(false);
  return AppModule.with(surroundings);
}
