import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { required } from '../http/required.js';
import { CreateInstanceBody, DestroyInstanceBody, instanceOrder } from './dto/operations.dto.js';
import { InstancesService } from './instances.service.js';

/** Group A: instances as operations. */
@Controller()
export class InstancesOperationsController {
  constructor(private readonly instances: InstancesService) {}

  @Post('create-instance')
  @HttpCode(200)
  async create(@Body() body: CreateInstanceBody) {
    const { id } = await this.instances.create(instanceOrder(body));
    return { result: 'ok', 'instance-id': id, message: 'create-instance request accepted' };
  }

  @Post('destroy-instance')
  @HttpCode(200)
  async destroy(@Body() body: DestroyInstanceBody) {
    await this.instances.destroy(required(body['instance-id'], 'instance-id'), 'instance-id');
    return { result: 'ok', message: 'instance destroyed and resource released back to pool' };
  }
}
