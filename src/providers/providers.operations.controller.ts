import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { AddProviderRequest, readRegistration } from './dto/operations.dto.js';
import { registeredAnswer } from './dto/provider-answers.js';
import { ProvidersService } from './providers.service.js';
import type { Registered } from './registration.js';
import { AddProvider } from './dto/providers.openapi.js';

@Controller()
export class ProvidersOperationsController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('add-provider')
  @Allow('operator', 'admin')
  @AddProvider()
  add(@Body() body: AddProviderRequest, @IdempotencyKey() key?: KeyedRequest) {
    const registration = readRegistration(body);
    return this.answered.onceSealed<Registered>(
      ofOneZone(key),
      (remember) => this.providers.register(registration, remember),
      registeredAnswer,
    );
  }
}
