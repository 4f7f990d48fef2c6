import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { Caller } from '../http/caller.js';
import { TenantName } from '../http/tenant.js';
import { required } from '../http/required.js';
import type { Principal } from '../kernel/principal.js';
import { isDryRun } from '../http/wire-dry-run.js';
import { endedRehearsal, placedRehearsal } from './dto/dry-run-answers.js';
import {
  CancelReservationBody,
  ConfirmReservationBody,
  CreateReservationBody,
  reservationChange,
  reservationRequest,
  UpdateReservationBody,
} from './dto/operations.dto.js';
import { OPERATIONS_SPELLING } from './reservation.js';
import { ReservationsService } from './reservations.service.js';
import { reservationAccepted } from './dto/record-answers.js';
import {
  CancelReservation,
  ConfirmReservation,
  CreateReservation,
  UpdateReservation,
} from './dto/operations.openapi.js';

/** Group A: reservations as operations. */
@Controller()
export class ReservationsOperationsController {
  private readonly classes: ReturnType<typeof classesIn>;

  constructor(
    private readonly reservations: ReservationsService,
    private readonly answered: AnsweredRequests,
    configuration: Configuration,
  ) {
    this.classes = classesIn(configuration);
  }

  @Post('create-reservation')
  @Allow('consumer', 'operator', 'admin')
  @CreateReservation()
  @HttpCode(200)
  create(
    @Caller() caller: Principal,
    @Body() body: CreateReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    const request = { ...reservationRequest(body, this.classes), tenant };
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: (as) => this.reservations.create(caller, request, as),
      answer: reservationAccepted,
      ...placedRehearsal('reservation request accepted'),
    });
  }

  @Post('confirm-reservation')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmReservation()
  @HttpCode(200)
  confirm(
    @Caller() caller: Principal,
    @Body() body: ConfirmReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    const id = required(body['reservation-id'], 'reservation-id');
    return this.answered.once<ReservationRecord>(
      key,
      (remember) => this.reservations.confirm(caller, id, OPERATIONS_SPELLING, remember),
      () => ({ result: 'ok', message: 'reservation confirmed' }),
    );
  }

  @Post('update-reservation')
  @Allow('consumer', 'operator', 'admin')
  @UpdateReservation()
  @HttpCode(200)
  update(
    @Caller() caller: Principal,
    @Body() body: UpdateReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    const { id, change } = reservationChange(body, this.classes);
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: (as) => this.reservations.update(caller, id, change, as),
      answer: () => ({ result: 'ok', message: 'reservation update successful' }),
      ...placedRehearsal('reservation update successful'),
    });
  }

  @Post('cancel-reservation')
  @Allow('consumer', 'operator', 'admin')
  @CancelReservation()
  @HttpCode(200)
  cancel(
    @Caller() caller: Principal,
    @Body() body: CancelReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
  ) {
    const id = required(body['reservation-id'], 'reservation-id');
    return this.answered.onceOrDry({
      key,
      isDryRun: isDryRun(body),
      run: (as) => this.reservations.cancel(caller, id, OPERATIONS_SPELLING, as),
      answer: () => ({ result: 'ok', message: 'reservation canceled' }),
      ...endedRehearsal('reservation canceled'),
    });
  }
}
