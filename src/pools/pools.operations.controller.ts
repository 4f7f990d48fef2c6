import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { ChangedCapacity } from './change-capacity.js';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { capacityOrder, ChangeCapacityBody } from './dto/operations.dto.js';
import { poolChanged } from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';

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
  @HttpCode(200)
  increase(@Body() body: ChangeCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = capacityOrder('increase', body, this.classes);
    return this.answered.once<ChangedCapacity>(
      key,
      (remember) => this.pools.change(order, remember),
      (changed) => poolChanged('capacity increase successful', changed),
    );
  }

  @Post('decrease-capacity')
  @HttpCode(200)
  decrease(@Body() body: ChangeCapacityBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = capacityOrder('decrease', body, this.classes);
    return this.answered.once<ChangedCapacity>(
      key,
      (remember) => this.pools.change(order, remember),
      (changed) => poolChanged('capacity decrease successful', changed),
    );
  }
}
