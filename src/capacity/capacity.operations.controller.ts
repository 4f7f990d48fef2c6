import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CollectionQueryService } from './collection-query.service.js';
import { collectionsAnswer, reservationsAnswer } from './dto/capacity-answers.js';
import {
  capacityFilter,
  QueryCapacityBody,
  QueryReservationBody,
  reservationFilter,
} from './dto/operations.dto.js';

/** Group A: which collections match, and how capacity goes over a window. */
@Controller()
export class CapacityOperationsController {
  constructor(private readonly collections: CollectionQueryService) {}

  @Post('query-capacity')
  @HttpCode(201)
  async queryCapacity(@Body() body: QueryCapacityBody) {
    const filter = capacityFilter(body);
    return collectionsAnswer(await this.collections.query(filter), filter);
  }

  @Post('query-reservation')
  @HttpCode(200)
  async queryReservation(@Body() body: QueryReservationBody) {
    const filter = reservationFilter(body);
    return reservationsAnswer(await this.collections.query(filter), filter);
  }
}
