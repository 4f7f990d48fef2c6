import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import type { InstanceRecord } from '../allocation/admission/records.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import type { Principal } from '../kernel/principal.js';
import { instanceDetails } from './dto/instance-answers.js';
import { instanceFilter, InstanceListParameters } from './dto/instance-list.dto.js';
import { marksChange, MarkInstanceBody } from './dto/operations.dto.js';
import { InstanceMarksService } from './instance-marks.service.js';
import { InstancesService } from './instances.service.js';
import { ListInstances, MarkInstance, ReadInstance } from './dto/instances.openapi.js';

/** Additive: every instance that the caller can see, with its state and, where it failed, why; and how it is called. */
@Controller('instances')
export class InstancesController {
  constructor(
    private readonly instances: InstancesService,
    private readonly marks: InstanceMarksService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get()
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListInstances()
  async list(@Caller() caller: Principal, @Query() query: InstanceListParameters) {
    const request = listRequest('instances', query);
    const found = await this.instances.list(caller, instanceFilter(query), request);
    return listPage(found, request, instanceDetails(caller));
  }

  @Get(':id')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReadInstance()
  async get(@Caller() caller: Principal, @Param('id') id: string) {
    return instanceDetails(caller)(await this.instances.get(caller, id));
  }

  @Patch(':id')
  @Allow('consumer', 'operator', 'admin')
  @MarkInstance()
  mark(@Call() { caller, key }: ClientCall, @Param('id') id: string, @Body() body: MarkInstanceBody) {
    const change = marksChange(body);
    return this.answered.once<InstanceRecord>(
      ofOneZone(key),
      (remember) => this.marks.mark(caller, id, change, remember),
      instanceDetails(caller),
    );
  }
}
