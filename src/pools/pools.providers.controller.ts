import { Body, Controller, Delete, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { DryRunQuery, isDryRun } from '../http/wire/wire-dry-run.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { withdrawalOf, WithdrawBody } from './dto/operations.dto.js';
import {
  RETIREMENT_REHEARSAL,
  retiredAnswer,
  WITHDRAWAL_REHEARSAL,
  withdrawnAnswer,
} from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';
import { RetireProvider, WithdrawProvider } from './dto/pools.openapi.js';

/** Operations on a provider with all its capacity. Additive: for operators. */
@Controller('providers')
export class PoolsProvidersController {
  constructor(
    private readonly pools: PoolsService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post(':id/withdraw')
  @Allow('operator', 'admin')
  @WithdrawProvider()
  withdraw(@Param('id') id: string, @Body() body: WithdrawBody, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(body),
      run: (as) => this.pools.withdraw(id, withdrawalOf(body), as),
      answer: withdrawnAnswer,
      ...WITHDRAWAL_REHEARSAL,
    });
  }

  @Delete(':id')
  @Allow('operator', 'admin')
  @RetireProvider()
  retire(@Param('id') id: string, @Query() query: DryRunQuery, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(query),
      run: (as) => this.pools.retire(id, as),
      answer: retiredAnswer,
      ...RETIREMENT_REHEARSAL,
    });
  }
}
