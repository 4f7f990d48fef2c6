import { Body, Controller, Get, Param, Patch, Query, UseInterceptors } from '@nestjs/common';
import type { InstanceRecord } from '../allocation/records.js';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { listPage, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { instanceDetails } from './dto/instance-answers.js';
import { instanceFilter, InstanceListParameters } from './dto/instance-list.dto.js';
import { marksChange, MarkInstanceBody } from './dto/operations.dto.js';
import { InstanceMarksService } from './instance-marks.service.js';
import { InstancesService } from './instances.service.js';

/** Additive, for operators: every instance with its state and, where it failed, why; and how it is called. */
@Controller('instances')
export class InstancesController {
  constructor(
    private readonly instances: InstancesService,
    private readonly marks: InstanceMarksService,
    private readonly answered: AnsweredRequests,
  ) {}

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
  mark(@Param('id') id: string, @Body() body: MarkInstanceBody, @IdempotencyKey() key?: KeyedRequest) {
    const change = marksChange(body);
    return this.answered.once<InstanceRecord>(
      key,
      (remember) => this.marks.mark(id, change, remember),
      instanceDetails,
    );
  }
}
