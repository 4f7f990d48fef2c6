import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { instanceDetails } from './dto/instance-answers.js';
import { InstancesService } from './instances.service.js';

/** Additive reads for operators: every instance with its state and, where it failed, why. */
@Controller('instances')
export class InstancesController {
  constructor(private readonly instances: InstancesService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: Record<string, unknown>) {
    const page = readPageRequest(query);
    return pageOf(await this.instances.page(page.rows, page.after), page, ({ id }) => id, instanceDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return instanceDetails(await this.instances.get(id));
  }
}
