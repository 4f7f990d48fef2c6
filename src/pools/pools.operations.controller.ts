import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { isDryRun, type DryRunOption } from '../http/wire/wire-dry-run.js';
import {
  DecreaseCapacityBody,
  decreaseOrder,
  IncreaseCapacityBody,
  increaseOrder,
} from './dto/operations.dto.js';
import { changeRehearsal, poolChanged } from './dto/pool-answers.js';
import { PoolsService, type CapacityOrder } from './pools.service.js';
import { DecreaseCapacity, IncreaseCapacity } from './dto/pools.openapi.js';

/** Group A: what an operator declares a provider to have. */
@Controller()
export class PoolsOperationsController {
  constructor(
    private readonly pools: PoolsService,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

  @Post('increase-capacity')
  @Allow('operator', 'admin')
  @IncreaseCapacity()
  increase(@Body() body: IncreaseCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = increaseOrder(body, this.configuration.policies.largestAmounts);
    return this.change(body, order, 'capacity increase successful', key);
  }

  @Post('decrease-capacity')
  @Allow('operator', 'admin')
  @DecreaseCapacity()
  decrease(@Body() body: DecreaseCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = decreaseOrder(body, this.configuration.policies.largestAmounts);
    return this.change(body, order, 'capacity decrease successful', key);
  }

  private change(option: DryRunOption, order: CapacityOrder, message: string, key?: KeyedRequest) {
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(option),
      run: (as) => this.pools.change(order, as),
      answer: (changed) => poolChanged(message, changed),
      ...changeRehearsal(message),
    });
  }
}
