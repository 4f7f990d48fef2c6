import { Body, Controller, Delete, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Configuration } from '../config/configuration.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { DryRunQuery, isDryRun } from '../http/wire/wire-dry-run.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
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
import { terminateRehearsal, updateRehearsal } from './dto/dry-run-answers.js';
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
  confirmCompute(@Call() call: ClientCall, @Body() body: ConfirmBody) {
    return this.confirm(call, 'compute', body.reservationId);
  }

  @Post('network/confirm')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmOperation('network')
  confirmNetwork(@Call() call: ClientCall, @Body() body: ConfirmBody) {
    return this.confirm(call, 'network', body.reservationId);
  }

  @Post('storage/confirm')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmOperation('storage')
  confirmStorage(@Call() call: ClientCall, @Body() body: ConfirmBody) {
    return this.confirm(call, 'storage', body.reservationId);
  }

  @Post('compute/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('compute')
  updateCompute(@Call() call: ClientCall, @Body() body: UpdateComputeBody) {
    const { customClasses } = this.configuration;
    return this.update(call, 'compute', body, computeAsked(body, customClasses));
  }

  @Post('network/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('network')
  updateNetwork(@Call() call: ClientCall, @Body() body: UpdateNetworkBody) {
    return this.update(call, 'network', body, networkAsked(body));
  }

  @Post('storage/update')
  @Allow('consumer', 'operator', 'admin')
  @UpdateOperation('storage')
  updateStorage(@Call() call: ClientCall, @Body() body: UpdateStorageBody) {
    return this.update(call, 'storage', body, storageAsked(body));
  }

  @Delete('compute/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('compute')
  terminateCompute(
    @Call() call: ClientCall,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
  ) {
    return this.terminate(call, 'compute', id, option);
  }

  @Delete('network/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('network')
  terminateNetwork(
    @Call() call: ClientCall,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
  ) {
    return this.terminate(call, 'network', id, option);
  }

  @Delete('storage/:reservation_id')
  @Allow('consumer', 'operator', 'admin')
  @TerminateOperation('storage')
  terminateStorage(
    @Call() call: ClientCall,
    @Param('reservation_id') id: string,
    @Query() option: DryRunQuery,
  ) {
    return this.terminate(call, 'storage', id, option);
  }

  private confirm({ caller, key }: ClientCall, kind: NorthboundKind, reference: string) {
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
    { caller, key }: ClientCall,
    kind: NorthboundKind,
    body: UpdateComputeBody | UpdateNetworkBody | UpdateStorageBody,
    asked: Asked,
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
      ...updateRehearsal(answer, change, caller),
    });
  }

  private terminate(
    { caller, key }: ClientCall,
    kind: NorthboundKind,
    reference: string,
    option: DryRunQuery,
  ) {
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(option),
      run: async (as) => {
        await this.reader.ofKind(caller, kind, [reference]);
        return this.reservations.cancel(caller, reference, NORTHBOUND_SPELLING, as);
      },
      answer: ({ id }) => ({ reservationId: id }),
      ...terminateRehearsal(caller),
    });
  }
}
