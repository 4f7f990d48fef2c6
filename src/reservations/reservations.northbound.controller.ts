import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/records.js';
import { Filter, NoStore } from '../http/filter-source.js';
import {
  changeOf,
  computeAsked,
  CreateComputeBody,
  CreateNetworkBody,
  CreateStorageBody,
  networkAsked,
  requestOf,
  storageAsked,
  UpdateComputeBody,
  UpdateNetworkBody,
  UpdateStorageBody,
} from './dto/northbound.dto.js';
import { namedResult, pageResult, reservationData } from './dto/reservation-answers.js';
import { queryOf, ReservationFilter } from './dto/reservation-filter.dto.js';
import { NORTHBOUND_SPELLING, type NorthboundKind, type ReservationChange } from './reservation.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsService } from './reservations.service.js';

/** Group B: reservations of compute, network and storage resources. */
@Controller('reservation')
export class ReservationsNorthboundController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly reader: ReservationsReader,
  ) {}

  @Post('compute/create')
  async createCompute(@Body() body: CreateComputeBody) {
    return created('compute', await this.reservations.create(requestOf(body, computeAsked(body))));
  }

  @Post('network/create')
  async createNetwork(@Body() body: CreateNetworkBody) {
    return created('network', await this.reservations.create(requestOf(body, networkAsked(body))));
  }

  @Post('storage/create')
  async createStorage(@Body() body: CreateStorageBody) {
    return created('storage', await this.reservations.create(requestOf(body, storageAsked(body))));
  }

  @Get('compute/query')
  @NoStore()
  queryCompute(@Filter() filter: ReservationFilter) {
    return this.query('compute', filter);
  }

  @Get('network/query')
  @NoStore()
  queryNetwork(@Filter() filter: ReservationFilter) {
    return this.query('network', filter);
  }

  @Get('storage/query')
  @NoStore()
  queryStorage(@Filter() filter: ReservationFilter) {
    return this.query('storage', filter);
  }

  @Post('compute/update')
  updateCompute(@Body() body: UpdateComputeBody) {
    return this.update('compute', body.reservationId, changeOf(body, computeAsked(body)));
  }

  @Post('network/update')
  updateNetwork(@Body() body: UpdateNetworkBody) {
    return this.update('network', body.reservationId, changeOf(body, networkAsked(body)));
  }

  @Post('storage/update')
  updateStorage(@Body() body: UpdateStorageBody) {
    return this.update('storage', body.reservationId, changeOf(body, storageAsked(body)));
  }

  @Delete('compute/:reservationId')
  @HttpCode(200)
  terminateCompute(@Param('reservationId') id: string) {
    return this.terminate('compute', id);
  }

  @Delete('network/:reservationId')
  @HttpCode(200)
  terminateNetwork(@Param('reservationId') id: string) {
    return this.terminate('network', id);
  }

  @Delete('storage/:reservationId')
  @HttpCode(200)
  terminateStorage(@Param('reservationId') id: string) {
    return this.terminate('storage', id);
  }

  private async query(kind: NorthboundKind, filter: ReservationFilter) {
    const { references, page } = queryOf(filter);
    if (references.length > 0) return namedResult(kind, await this.reader.ofKind(kind, references));
    return pageResult(kind, page, await this.reader.pageOfKind(kind, page.rows, page.after));
  }

  private async update(kind: NorthboundKind, reference: string, change: ReservationChange) {
    await this.reader.ofKind(kind, [reference]);
    const record = await this.reservations.update(reference, change);
    const { state } = this.reader.read(record);
    return { reservationData: reservationData(kind, record, state) };
  }

  private async terminate(kind: NorthboundKind, reference: string) {
    await this.reader.ofKind(kind, [reference]);
    const { id } = await this.reservations.cancel(reference, NORTHBOUND_SPELLING);
    return { reservationId: id };
  }
}

/** The contract's create answers always say `initialized`, also where the start is now. */
function created(kind: NorthboundKind, record: ReservationRecord) {
  return { reservationData: reservationData(kind, record, 'initialized') };
}
