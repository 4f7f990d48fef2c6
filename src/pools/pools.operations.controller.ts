import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { isDryRun } from '../http/wire/wire-dry-run.js';
import {
  DecreaseCapacityBody,
  decreaseOrder,
  IncreaseCapacityBody,
  increaseOrder,
} from './dto/operations.dto.js';
import { changeRehearsal, poolChanged } from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';
import { DecreaseCapacity, IncreaseCapacity } from './dto/pools.openapi.js';

/** Group A: what an operator declares a provider to have. */
@Controller()
export class PoolsOperationsController {
  private readonly classes: ReturnType<typeof classesIn>;

  constructor(
    private readonly pools: PoolsService,
    private readonly answered: AnsweredRequests,
    configuration: Configuration,
  ) {
    this.classes = classesIn(configuration);
  }

  @Post('increase-capacity')
  @Allow('operator', 'admin')
  @IncreaseCapacity()
  @HttpCode(200)
  increase(@Body() body: IncreaseCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = increaseOrder(body, this.classes);
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: (as) => this.pools.change(order, as),
      answer: (changed) => poolChanged('capacity increase successful', changed),
      ...changeRehearsal('capacity increase successful'),
    });
  }

  @Post('decrease-capacity')
  @Allow('operator', 'admin')
  @DecreaseCapacity()
  @HttpCode(200)
  decrease(@Body() body: DecreaseCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = decreaseOrder(body, this.classes);
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: (as) => this.pools.change(order, as),
      answer: (changed) => poolChanged('capacity decrease successful', changed),
      ...changeRehearsal('capacity decrease successful'),
    });
  }
}
