import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';
import { RootController } from './root.controller.js';

@Module({ controllers: [OpenApiController, RootController] })
export class OpenApiModule {}
