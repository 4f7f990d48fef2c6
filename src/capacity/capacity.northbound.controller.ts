import { Controller, Get } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { Filter } from '../http/body/filter-source.js';
import { CapacityService } from './capacity.service.js';
import { capacityAnswer } from './dto/capacity-answers.js';
import {
  ComputeCapacityFilter,
  computeQuestion,
  NetworkCapacityFilter,
  networkQuestion,
  StorageCapacityFilter,
  storageQuestion,
  type CapacityQuestion,
} from './dto/northbound.dto.js';
import {
  QueryComputeCapacity,
  QueryNetworkCapacity,
  QueryStorageCapacity,
} from './dto/northbound.openapi.js';

/** Group B: the four figures of compute, network and storage capacity. */
@Controller('capacity')
export class CapacityNorthboundController {
  constructor(
    private readonly capacity: CapacityService,
    private readonly configuration: Configuration,
  ) {}

  @Get('compute/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryComputeCapacity()
  queryCompute(@Filter() filter: ComputeCapacityFilter) {
    return this.answer(computeQuestion(filter, this.configuration.customClasses.keys()));
  }

  @Get('network/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryNetworkCapacity()
  queryNetwork(@Filter() filter: NetworkCapacityFilter) {
    return this.answer(networkQuestion(filter));
  }

  @Get('storage/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryStorageCapacity()
  queryStorage(@Filter() filter: StorageCapacityFilter) {
    return this.answer(storageQuestion(filter));
  }

  private async answer(question: CapacityQuestion) {
    return capacityAnswer(
      question,
      await this.capacity.answer(question.asked, question.zoneId, question.period, question.timeline),
    );
  }
}
