import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { reservationDetails, reservationSummary } from './dto/reservation-answers.js';
import { ReservationsReader } from './reservations.reader.js';

/** Additive reads for operators: every reservation, ended ones included, with what backs it and its history. */
@Controller('reservations')
export class ReservationsController {
  constructor(private readonly reader: ReservationsReader) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: Record<string, unknown>) {
    const page = readPageRequest(query);
    const found = await this.reader.page(page.rows, page.after);
    return pageOf(found, page, ({ record }) => record.id, reservationSummary);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return reservationDetails(await this.reader.details(id));
  }
}
