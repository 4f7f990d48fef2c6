import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AddProviderRequest, readRegistration } from './dto/operations.dto.js';
import { registeredAnswer } from './dto/provider-answers.js';
import { ProvidersService } from './providers.service.js';

@Controller()
export class ProvidersOperationsController {
  constructor(private readonly providers: ProvidersService) {}

  @Post('add-provider')
  @HttpCode(200)
  async add(@Body() body: AddProviderRequest): Promise<object> {
    return registeredAnswer(await this.providers.register(readRegistration(body)));
  }
}
