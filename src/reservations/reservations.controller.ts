import { Controller, Get, Param, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Caller } from '../http/caller.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import type { Principal } from '../kernel/principal.js';
import { reservationDetails, reservationSummary } from './dto/reservation-answers.js';
import { reservationFilter, ReservationListParameters } from './dto/reservation-list.dto.js';
import { ReservationsReader } from './reservations.reader.js';
import { ListReservations, ReadReservation } from './dto/operations.openapi.js';

/** Additive: every reservation that the caller can see, ended ones included, with what backs it and its history. */
@Controller('reservations')
export class ReservationsController {
  constructor(private readonly reader: ReservationsReader) {}

  @Get()
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListReservations()
  async list(@Caller() caller: Principal, @Query() query: ReservationListParameters) {
    const request = listRequest('reservations', query);
    const found = await this.reader.list(caller, reservationFilter(query), request);
    return listPage(found, request, reservationSummary);
  }

  @Get(':id')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReadReservation()
  async get(@Caller() caller: Principal, @Param('id') id: string) {
    return reservationDetails(await this.reader.detailsOf(caller, id));
  }
}
