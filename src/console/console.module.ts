import { Module, type DynamicModule } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';

@Module({})
export class ConsoleModule {
  /** @param isServed whether `/console` answers at all (`CONSOLE`) */
  static when(isServed: boolean): DynamicModule {
    return { module: ConsoleModule, controllers: isServed ? [ConsoleController] : [] };
  }
}
