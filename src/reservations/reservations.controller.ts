import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { listPage, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { reservationDetails, reservationSummary } from './dto/reservation-answers.js';
import { reservationFilter, ReservationListParameters } from './dto/reservation-list.dto.js';
import { ReservationsReader } from './reservations.reader.js';

/** Additive reads for operators: every reservation, ended ones included, with what backs it and its history. */
@Controller('reservations')
export class ReservationsController {
  constructor(private readonly reader: ReservationsReader) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: ReservationListParameters) {
    const request = listRequest(query);
    return listPage(await this.reader.list(reservationFilter(query), request), request, reservationSummary);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return reservationDetails(await this.reader.details(id));
  }
}
