import { Body, Controller, Get, Param, Patch, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { instanceDetails } from './dto/instance-answers.js';
import { marksChange, MarkInstanceBody } from './dto/operations.dto.js';
import { InstancesService } from './instances.service.js';

/** Additive, for operators: every instance with its state and, where it failed, why; and how it is called. */
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

  @Patch(':id')
  async mark(@Param('id') id: string, @Body() body: MarkInstanceBody) {
    return instanceDetails(await this.instances.mark(id, marksChange(body)));
  }
}
