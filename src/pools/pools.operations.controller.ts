import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { capacityOrder, ChangeCapacityBody } from './dto/operations.dto.js';
import { poolChanged } from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';

/** Group A: what an operator declares a provider to have. */
@Controller()
export class PoolsOperationsController {
  private readonly classes: ReturnType<typeof classesIn>;

  constructor(
    private readonly pools: PoolsService,
    configuration: Configuration,
  ) {
    this.classes = classesIn(configuration);
  }

  @Post('increase-capacity')
  @HttpCode(200)
  async increase(@Body() body: ChangeCapacityBody) {
    const outcome = await this.pools.change(capacityOrder('increase', body, this.classes));
    return poolChanged('capacity increase successful', outcome);
  }

  @Post('decrease-capacity')
  @HttpCode(200)
  async decrease(@Body() body: ChangeCapacityBody) {
    const outcome = await this.pools.change(capacityOrder('decrease', body, this.classes));
    return poolChanged('capacity decrease successful', outcome);
  }
}
