import { Module, type DynamicModule } from '@nestjs/common';
import { OpenApiController, WEBHOOKS } from './openapi.controller.js';
import { RootController } from './root.controller.js';

@Module({})
export class OpenApiModule {
  /** @param webhooks classes whose methods describe what the service sends */
  static with(webhooks: readonly (new () => object)[]): DynamicModule {
    return {
      module: OpenApiModule,
      controllers: [OpenApiController, RootController],
      providers: [{ provide: WEBHOOKS, useValue: webhooks }],
    };
  }
}
