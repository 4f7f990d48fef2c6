import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { windowOf, WithdrawBody } from './dto/operations.dto.js';
import { retiredAnswer, withdrawnAnswer } from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';
import type { RetiredProvider } from './retire-provider.js';
import type { Withdrawn } from './withdraw-provider.js';
import { RetireProvider, WithdrawProvider } from './dto/pools.openapi.js';

/** What is done to a provider as a whole, with all its capacity; added to the interface for operators. */
@Controller('providers')
export class PoolsProvidersController {
  constructor(
    private readonly pools: PoolsService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post(':id/withdraw')
  @Allow('operator', 'admin')
  @WithdrawProvider()
  @HttpCode(200)
  withdraw(@Param('id') id: string, @Body() body: WithdrawBody, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<Withdrawn>(
      key,
      (remember) => this.pools.withdraw(id, windowOf(body), remember),
      withdrawnAnswer,
    );
  }

  @Delete(':id')
  @Allow('operator', 'admin')
  @RetireProvider()
  retire(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<RetiredProvider>(
      key,
      (remember) => this.pools.retire(id, remember),
      retiredAnswer,
    );
  }
}
