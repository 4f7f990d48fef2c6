import { Body, Controller, Delete, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Configuration } from '../config/configuration.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { DryRunQuery, isDryRun } from '../http/wire/wire-dry-run.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { Principal } from '../kernel/principal.js';
import {
  type Asked,
  changeOf,
  computeAsked,
  ConfirmBody,
  networkAsked,
  storageAsked,
  UpdateComputeBody,
  UpdateNetworkBody,
  UpdateStorageBody,
} from './dto/northbound.dto.js';
import { TERMINATE_REHEARSAL, updateRehearsal } from './dto/dry-run-answers.js';
import { readAnswer } from './dto/northbound-answers.js';
import { NORTHBOUND_SPELLING } from './reservation.js';
import { ReservationsReader } from './reservations.reader.js';
import { ReservationsService } from './reservations.service.js';
import { ConfirmOperation, TerminateOperation, UpdateOperation } from './dto/northbound.openapi.js';

/** Group B: confirms, updates and terminates reservations of compute, network and storage resources. */
@Controller('reservation')
export class ReservationsNorthboundChangesController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly reader: ReservationsReader,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

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
    const { customClasses } = this.configuration;
    return this.update(caller, 'compute', body, computeAsked(body, customClasses), key);
  }

  @Post('network/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('network')
  updateNetwork(
    @Caller() caller: Principal,
    @Body() body: UpdateNetworkBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.update(caller, 'network', body, networkAsked(body), key);
  }

  @Post('storage/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('storage')
  updateStorage(
    @Caller() caller: Principal,
    @Body() body: UpdateStorageBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    return this.update(caller, 'storage', body, storageAsked(body), key);
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

  private confirm(caller: Principal, kind: NorthboundKind, reference: string, key?: KeyedRequest) {
    return this.answered.once<ReservationRecord>(
      key,
      async (remember) => {
        await this.reader.ofKind(caller, kind, [reference]);
        return this.reservations.confirm(caller, reference, NORTHBOUND_SPELLING, remember);
      },
      (record) => readAnswer(kind, this.reader.read(record)),
    );
  }

  private update(
    caller: Principal,
    kind: NorthboundKind,
    body: UpdateComputeBody | UpdateNetworkBody | UpdateStorageBody,
    asked: Asked,
    key?: KeyedRequest,
  ) {
    const change = changeOf(body, asked);
    const answer = (record: ReservationRecord) => readAnswer(kind, this.reader.read(record));
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: async (as) => {
        await this.reader.ofKind(caller, kind, [body.reservationId]);
        return this.reservations.update(caller, body.reservationId, change, as);
      },
      answer,
      ...updateRehearsal(answer),
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
