import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Configuration } from '../config/configuration.js';
import { Filter, NoStore } from '../http/body/filter-source.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { TenantName } from '../http/tenant.js';
import { DryRunQuery, isDryRun, type DryRunOption } from '../http/wire/wire-dry-run.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { Principal } from '../kernel/principal.js';
import {
  changeOf,
  ConfirmBody,
  computeAsked,
  CreateComputeBody,
  CreateNetworkBody,
  CreateStorageBody,
  networkAsked,
  type NewReservation,
  requestOf,
  storageAsked,
  UpdateComputeBody,
  UpdateNetworkBody,
  UpdateStorageBody,
} from './dto/northbound.dto.js';
import {
  createRehearsal,
  northboundSeriesRehearsal,
  TERMINATE_REHEARSAL,
  updateRehearsal,
} from './dto/dry-run-answers.js';
import {
  createdAnswer,
  namedResult,
  pageResult,
  reservationData,
  seriesAnswer,
} from './dto/northbound-answers.js';
import { queryOf, ReservationFilter } from './dto/reservation-filter.dto.js';
import { NORTHBOUND_SPELLING, type AskedChange, type ReservationRequest } from './reservation.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsService } from './reservations.service.js';
import { SeriesService } from './series.service.js';
import {
  ConfirmOperation,
  CreateOperation,
  QueryOperation,
  TerminateOperation,
  UpdateOperation,
} from './dto/northbound.openapi.js';

/** Group B: reservations of compute, network and storage resources. */
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
  createCompute(
    @Caller() caller: Principal,
    @Body() body: CreateComputeBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create(
      caller,
      'compute',
      { ...requestOf(body, computeAsked(body, this.configuration.customClasses)), tenant },
      body,
      key,
    );
  }

  @Post('network/create')
  @Allow('consumer', 'operator', 'admin')
  @CreateOperation('network')
  createNetwork(
    @Caller() caller: Principal,
    @Body() body: CreateNetworkBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create(caller, 'network', { ...requestOf(body, networkAsked(body)), tenant }, body, key);
  }

  @Post('storage/create')
  @Allow('consumer', 'operator', 'admin')
  @CreateOperation('storage')
  createStorage(
    @Caller() caller: Principal,
    @Body() body: CreateStorageBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    return this.create(caller, 'storage', { ...requestOf(body, storageAsked(body)), tenant }, body, key);
  }

  @Get('compute/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('compute')
  @NoStore()
  queryCompute(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'compute', filter);
  }

  @Get('network/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('network')
  @NoStore()
  queryNetwork(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'network', filter);
  }

  @Get('storage/query')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @QueryOperation('storage')
  @NoStore()
  queryStorage(@Caller() caller: Principal, @Filter() filter: ReservationFilter) {
    return this.query(caller, 'storage', filter);
  }

  @Post('compute/confirm')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmOperation('compute')
  confirmCompute(
    @Caller() caller: Principal,
    @Body() body: ConfirmBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.confirm(caller, 'compute', body.reservationId, key);
  }

  @Post('network/confirm')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmOperation('network')
  confirmNetwork(
    @Caller() caller: Principal,
    @Body() body: ConfirmBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.confirm(caller, 'network', body.reservationId, key);
  }

  @Post('storage/confirm')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmOperation('storage')
  confirmStorage(
    @Caller() caller: Principal,
    @Body() body: ConfirmBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.confirm(caller, 'storage', body.reservationId, key);
  }

  @Post('compute/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('compute')
  updateCompute(
    @Caller() caller: Principal,
    @Body() body: UpdateComputeBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.update(
      caller,
      'compute',
      body,
      changeOf(body, computeAsked(body, this.configuration.customClasses)),
      key,
    );
  }

  @Post('network/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('network')
  updateNetwork(
    @Caller() caller: Principal,
    @Body() body: UpdateNetworkBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.update(caller, 'network', body, changeOf(body, networkAsked(body)), key);
  }

  @Post('storage/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('storage')
  updateStorage(
    @Caller() caller: Principal,
    @Body() body: UpdateStorageBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.update(caller, 'storage', body, changeOf(body, storageAsked(body)), key);
  }

  @Delete('compute/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('compute')
  @HttpCode(200)
  terminateCompute(
    @Caller() caller: Principal,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.terminate(caller, 'compute', id, option, key);
  }

  @Delete('network/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('network')
  @HttpCode(200)
  terminateNetwork(
    @Caller() caller: Principal,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.terminate(caller, 'network', id, option, key);
  }

  @Delete('storage/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('storage')
  @HttpCode(200)
  terminateStorage(
    @Caller() caller: Principal,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.terminate(caller, 'storage', id, option, key);
  }

  private async query(caller: Principal, kind: NorthboundKind, filter: ReservationFilter) {
    const { references: ids, placeOf, page } = queryOf(filter);
    if (ids.length > 0) return namedResult(kind, await this.reader.ofKind(caller, kind, ids, placeOf));
    return pageResult(kind, page, await this.reader.pageOfKind(caller, kind, page.rows, page.after));
  }

  private create(
    caller: Principal,
    kind: NorthboundKind,
    request: ReservationRequest,
    option: NewReservation,
    key?: KeyedRequest,
  ) {
    const { repeat } = option;
    const common = { key, isDryRun: isDryRun(option) };
    if (typeof repeat !== 'string') {
      return this.answered.onceOrDry({
        ...common,
        run: (as) => this.reservations.create(caller, request, as),
        answer: (record) => createdAnswer(kind, record),
        ...createRehearsal(kind),
      });
    }
    return this.answered.onceOrDry({
      ...common,
      run: (as) => this.series.create(caller, request, repeat, as),
      answer: (records) => seriesAnswer(kind, records),
      ...northboundSeriesRehearsal(kind),
    });
  }

  private confirm(caller: Principal, kind: NorthboundKind, reference: string, key?: KeyedRequest) {
    return this.answered.once<ReservationRecord>(
      key,
      async (remember) => {
        await this.reader.ofKind(caller, kind, [reference]);
        return this.reservations.confirm(caller, reference, NORTHBOUND_SPELLING, remember);
      },
      (record) => ({ reservationData: reservationData(kind, record, this.reader.read(record).state) }),
    );
  }

  private update(
    caller: Principal,
    kind: NorthboundKind,
    body: DryRunOption & { readonly reservationId: string },
    change: AskedChange,
    key?: KeyedRequest,
  ) {
    const stateOf = (record: ReservationRecord) => this.reader.read(record).state;
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: async (as) => {
        await this.reader.ofKind(caller, kind, [body.reservationId]);
        return this.reservations.update(caller, body.reservationId, change, as);
      },
      answer: (record) => ({ reservationData: reservationData(kind, record, stateOf(record)) }),
      ...updateRehearsal(kind, stateOf),
    });
  }

  private terminate(
    caller: Principal,
    kind: NorthboundKind,
    reference: string,
    option: DryRunQuery,
    key?: KeyedRequest,
  ) {
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(option),
      run: async (as) => {
        await this.reader.ofKind(caller, kind, [reference]);
        return this.reservations.cancel(caller, reference, NORTHBOUND_SPELLING, as);
      },
      answer: ({ id }) => ({ reservationId: id }),
      ...TERMINATE_REHEARSAL,
    });
  }
}
