import { Body, Controller, Get, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { Filter } from '../http/body/filter-source.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { TenantName } from '../http/tenant.js';
import { isDryRun } from '../http/wire/wire-dry-run.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { Principal } from '../kernel/principal.js';
import {
  type Asked,
  computeAsked,
  CreateComputeBody,
  CreateNetworkBody,
  CreateStorageBody,
  networkAsked,
  type NewReservation,
  requestOf,
  storageAsked,
} from './dto/northbound.dto.js';
import { createRehearsal, northboundSeriesRehearsal } from './dto/dry-run-answers.js';
import { createdAnswer, namedResult, pageResult, seriesAnswer } from './dto/northbound-answers.js';
import { queryOf, ReservationFilter } from './dto/reservation-filter.dto.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsService } from './reservations.service.js';
import { SeriesService } from './series.service.js';
import { CreateOperation, QueryOperation } from './dto/northbound.openapi.js';

/** Group B: creates and queries reservations of compute, network and storage resources. */
@Controller('reservation')
export class ReservationsNorthboundController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly reader: ReservationsReader,
    private readonly series: SeriesService,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

  @Post('compute/create')
  @Allow('consumer', 'operator', 'admin')
  @CreateOperation('compute')
  createCompute(@Call() call: ClientCall, @Body() body: CreateComputeBody, @TenantName() tenant?: string) {
    const { customClasses } = this.configuration;
    return this.create(call, 'compute', body, computeAsked(body, customClasses), tenant);
  }

  @Post('network/create')
  @Allow('consumer', 'operator', 'admin')
  @CreateOperation('network')
  createNetwork(@Call() call: ClientCall, @Body() body: CreateNetworkBody, @TenantName() tenant?: string) {
    return this.create(call, 'network', body, networkAsked(body), tenant);
  }

  @Post('storage/create')
  @Allow('consumer', 'operator', 'admin')
  @CreateOperation('storage')
  createStorage(@Call() call: ClientCall, @Body() body: CreateStorageBody, @TenantName() tenant?: string) {
    return this.create(call, 'storage', body, storageAsked(body), tenant);
  }

  @Get('compute/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('compute')
  queryCompute(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'compute', filter);
  }

  @Get('network/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('network')
  queryNetwork(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'network', filter);
  }

  @Get('storage/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('storage')
  queryStorage(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'storage', filter);
  }

  private async query(caller: Principal, kind: NorthboundKind, filter: ReservationFilter) {
    const { references: ids, placeOf, page } = queryOf(kind, filter);
    if (ids.length > 0) return namedResult(kind, await this.reader.manyOfKind(caller, kind, ids, placeOf));
    return pageResult(kind, await this.reader.pageOfKind(caller, kind, page.limit, page.after));
  }

  private create(
    { caller, key }: ClientCall,
    kind: NorthboundKind,
    body: NewReservation,
    asked: Asked,
    tenant?: string,
  ) {
    const request = { ...requestOf(body, asked), tenant };
    const { repeat } = body;
    const common = { key: ofOneZone(key, request.zoneId !== undefined), isDryRun: isDryRun(body) };
    if (typeof repeat !== 'string') {
      return this.answered.onceOrDry({
        ...common,
        run: (as) => this.reservations.create(caller, request, as),
        answer: (record) => createdAnswer(kind, record),
        ...createRehearsal(kind, request),
      });
    }
    return this.answered.onceOrDry({
      ...common,
      run: (as) => this.series.create(caller, request, repeat, as),
      answer: (records) => seriesAnswer(kind, records),
      ...northboundSeriesRehearsal(kind, request),
    });
  }
}
