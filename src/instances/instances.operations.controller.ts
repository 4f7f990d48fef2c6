import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { InstanceRecord } from '../allocation/records.js';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { required } from '../http/required.js';
import { CreateInstanceBody, DestroyInstanceBody, instanceOrder } from './dto/operations.dto.js';
import { InstancesService } from './instances.service.js';

/** Group A: instances as operations. */
@Controller()
export class InstancesOperationsController {
  constructor(
    private readonly instances: InstancesService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('create-instance')
  @HttpCode(200)
  create(@Body() body: CreateInstanceBody, @IdempotencyKey() key?: KeyedRequest) {
    const order = instanceOrder(body);
    return this.answered.once<InstanceRecord>(
      key,
      (remember) => this.instances.create(order, remember),
      ({ id }) => ({ result: 'ok', 'instance-id': id, message: 'create-instance request accepted' }),
    );
  }

  @Post('destroy-instance')
  @HttpCode(200)
  destroy(@Body() body: DestroyInstanceBody, @IdempotencyKey() key?: KeyedRequest) {
    const id = required(body['instance-id'], 'instance-id');
    return this.answered.once<InstanceRecord>(
      key,
      (remember) => this.instances.destroy(id, 'instance-id', remember),
      () => ({ result: 'ok', message: 'instance destroyed and resource released back to pool' }),
    );
  }
}
