import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/records.js';
import { Configuration } from '../config/configuration.js';
import { Filter, NoStore } from '../http/filter-source.js';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { TenantName } from '../http/tenant.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
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
import { NORTHBOUND_SPELLING, type ReservationChange, type ReservationRequest } from './reservation.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsService } from './reservations.service.js';

/** Group B: reservations of compute, network and storage resources. */
@Controller('reservation')
export class ReservationsNorthboundController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly reader: ReservationsReader,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

  @Post('compute/create')
  createCompute(
    @Body() body: CreateComputeBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create(
      'compute',
      { ...requestOf(body, computeAsked(body, this.configuration.customClasses)), tenant },
      key,
    );
  }

  @Post('network/create')
  createNetwork(
    @Body() body: CreateNetworkBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create('network', { ...requestOf(body, networkAsked(body)), tenant }, key);
  }

  @Post('storage/create')
  createStorage(
    @Body() body: CreateStorageBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create('storage', { ...requestOf(body, storageAsked(body)), tenant }, key);
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
  updateCompute(@Body() body: UpdateComputeBody, @IdempotencyKey() key?: KeyedRequest) {
    return this.update(
      'compute',
      body.reservationId,
      changeOf(body, computeAsked(body, this.configuration.customClasses)),
      key,
    );
  }

  @Post('network/update')
  updateNetwork(@Body() body: UpdateNetworkBody, @IdempotencyKey() key?: KeyedRequest) {
    return this.update('network', body.reservationId, changeOf(body, networkAsked(body)), key);
  }

  @Post('storage/update')
  updateStorage(@Body() body: UpdateStorageBody, @IdempotencyKey() key?: KeyedRequest) {
    return this.update('storage', body.reservationId, changeOf(body, storageAsked(body)), key);
  }

  @Delete('compute/:reservationId')
  @HttpCode(200)
  terminateCompute(@Param('reservationId') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.terminate('compute', id, key);
  }

  @Delete('network/:reservationId')
  @HttpCode(200)
  terminateNetwork(@Param('reservationId') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.terminate('network', id, key);
  }

  @Delete('storage/:reservationId')
  @HttpCode(200)
  terminateStorage(@Param('reservationId') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.terminate('storage', id, key);
  }

  private async query(kind: NorthboundKind, filter: ReservationFilter) {
    const { references, page } = queryOf(filter);
    if (references.length > 0) return namedResult(kind, await this.reader.ofKind(kind, references));
    return pageResult(kind, page, await this.reader.pageOfKind(kind, page.rows, page.after));
  }

  private create(kind: NorthboundKind, request: ReservationRequest, key?: KeyedRequest) {
    return this.answered.once<ReservationRecord>(
      key,
      (remember) => this.reservations.create(request, remember),
      // The contract's create answers always say `initialized`, also where the start is now.
      (record) => ({ reservationData: reservationData(kind, record, 'initialized') }),
    );
  }

  private update(kind: NorthboundKind, reference: string, change: ReservationChange, key?: KeyedRequest) {
    return this.answered.once<ReservationRecord>(
      key,
      async (remember) => {
        await this.reader.ofKind(kind, [reference]);
        return this.reservations.update(reference, change, remember);
      },
      (record) => ({ reservationData: reservationData(kind, record, this.reader.read(record).state) }),
    );
  }

  private terminate(kind: NorthboundKind, reference: string, key?: KeyedRequest) {
    return this.answered.once<ReservationRecord>(
      key,
      async (remember) => {
        await this.reader.ofKind(kind, [reference]);
        return this.reservations.cancel(reference, NORTHBOUND_SPELLING, remember);
      },
      ({ id }) => ({ reservationId: id }),
    );
  }
}
