import { Body, Controller, Get, Param, Patch, Query, UseInterceptors } from '@nestjs/common';
import { listPage, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { instanceDetails } from './dto/instance-answers.js';
import { instanceFilter, InstanceListParameters } from './dto/instance-list.dto.js';
import { marksChange, MarkInstanceBody } from './dto/operations.dto.js';
import { InstancesService } from './instances.service.js';

/** Additive, for operators: every instance with its state and, where it failed, why; and how it is called. */
@Controller('instances')
export class InstancesController {
  constructor(private readonly instances: InstancesService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: InstanceListParameters) {
    const request = listRequest(query);
    return listPage(await this.instances.list(instanceFilter(query), request), request, instanceDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return instanceDetails(await this.instances.get(id));
  }

  @Patch(':id')
  async mark(@Param('id') id: string, @Body() body: MarkInstanceBody) {
    return instanceDetails(await this.instances.mark(id, marksChange(body)));
  }
}
