import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { required } from '../http/wire/wire-types.js';
import { TenantName } from '../http/tenant.js';
import { isDryRun } from '../http/wire/wire-dry-run.js';
import { CREATE_REHEARSAL, DESTROYED, destroyRehearsal } from './dto/instance-answers.js';
import { CreateInstanceBody, DestroyInstanceBody, instanceOrder } from './dto/operations.dto.js';
import { InstancesService } from './instances.service.js';
import { CreateInstance, DestroyInstance } from './dto/instances.openapi.js';

/** Group A: instances as operations. */
@Controller()
export class InstancesOperationsController {
  constructor(
    private readonly instances: InstancesService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post('create-instance')
  @Allow('consumer', 'operator', 'admin')
  @CreateInstance()
  create(
    @Call() { caller, key }: ClientCall,
    @Body() body: CreateInstanceBody,
    @TenantName() tenant?: string,
  ) {
    const order = { ...instanceOrder(body), tenant };
    return this.answered.onceOrDry({
      key: ofOneZone(key, order.provider !== undefined),
      isDryRun: isDryRun(body),
      run: (as) => this.instances.create(caller, order, as),
      answer: ({ id }) => ({ result: 'ok', 'instance-id': id, message: 'create-instance request accepted' }),
      ...CREATE_REHEARSAL,
    });
  }

  @Post('destroy-instance')
  @Allow('consumer', 'operator', 'admin')
  @DestroyInstance()
  destroy(@Call() { caller, key }: ClientCall, @Body() body: DestroyInstanceBody) {
    const id = required(body['instance-id'], 'instance-id');
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(body),
      run: (as) => this.instances.destroy(caller, id, 'instance-id', as),
      answer: () => ({ result: 'ok', message: DESTROYED }),
      ...destroyRehearsal(caller),
    });
  }
}
