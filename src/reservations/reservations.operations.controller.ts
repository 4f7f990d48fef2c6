import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/records.js';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { TenantName } from '../http/tenant.js';
import { required } from '../http/required.js';
import {
  CancelReservationBody,
  CreateReservationBody,
  reservationChange,
  reservationRequest,
  UpdateReservationBody,
} from './dto/operations.dto.js';
import { OPERATIONS_SPELLING } from './reservation.js';
import { ReservationsService } from './reservations.service.js';

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
  @HttpCode(200)
  create(
    @Body() body: CreateReservationBody,
    @IdempotencyKey() key?: KeyedRequest,
    @TenantName() tenant?: string,
  ) {
    const request = { ...reservationRequest(body, this.classes), tenant };
    return this.answered.once<ReservationRecord>(
      key,
      (remember) => this.reservations.create(request, remember),
      ({ id }) => ({ result: 'ok', 'reservation-id': id, message: 'reservation request accepted' }),
    );
  }

  @Post('update-reservation')
  @HttpCode(200)
  update(@Body() body: UpdateReservationBody, @IdempotencyKey() key?: KeyedRequest) {
    const { id, change } = reservationChange(body, this.classes);
    return this.answered.once<ReservationRecord>(
      key,
      (remember) => this.reservations.update(id, change, remember),
      () => ({ result: 'ok', message: 'reservation update successful' }),
    );
  }

  @Post('cancel-reservation')
  @HttpCode(200)
  cancel(@Body() body: CancelReservationBody, @IdempotencyKey() key?: KeyedRequest) {
    const id = required(body['reservation-id'], 'reservation-id');
    return this.answered.once<ReservationRecord>(
      key,
      (remember) => this.reservations.cancel(id, OPERATIONS_SPELLING, remember),
      () => ({ result: 'ok', message: 'reservation canceled' }),
    );
  }
}
