import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AddProviderRequest, readRegistration } from './dto/add-provider.request.js';
import { registeredResponse } from './dto/provider.response.js';
import { ProvidersService } from './providers.service.js';

@Controller()
export class ProvidersOperationsController {
  constructor(private readonly providers: ProvidersService) {}

  @Post('add-provider')
  @HttpCode(200)
  async add(@Body() body: AddProviderRequest): Promise<object> {
    return registeredResponse(await this.providers.register(readRegistration(body)));
  }
}
