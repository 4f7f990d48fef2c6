import { Body, Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Caller } from '../http/caller.js';
import type { Principal } from '../kernel/principal.js';
import { CollectionQueryService } from './collection-query.service.js';
import { collectionsAnswer, reservationsAnswer } from './dto/capacity-answers.js';
import {
  capacityFilter,
  QueryCapacityBody,
  QueryReservationBody,
  pagedFilter,
} from './dto/operations.dto.js';
import { QueryCapacity, QueryReservation } from './dto/operations.openapi.js';

/** Group A: which collections match, and how capacity goes over a window. */
@Controller()
export class CapacityOperationsController {
  constructor(private readonly collections: CollectionQueryService) {}

  @Post('query-capacity')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryCapacity()
  async queryCapacity(@Caller() caller: Principal, @Body() body: QueryCapacityBody) {
    const filter = capacityFilter(body);
    return collectionsAnswer(await this.collections.query(caller, filter), filter);
  }

  @Post('query-reservation')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryReservation()
  async queryReservation(@Caller() caller: Principal, @Body() body: QueryReservationBody) {
    const filter = pagedFilter(body);
    return reservationsAnswer(await this.collections.query(caller, filter), filter);
  }
}
