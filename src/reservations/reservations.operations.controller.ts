import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
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
    configuration: Configuration,
  ) {
    this.classes = classesIn(configuration);
  }

  @Post('create-reservation')
  @HttpCode(200)
  async create(@Body() body: CreateReservationBody) {
    const { id } = await this.reservations.create(reservationRequest(body, this.classes));
    return { result: 'ok', 'reservation-id': id, message: 'reservation request accepted' };
  }

  @Post('update-reservation')
  @HttpCode(200)
  async update(@Body() body: UpdateReservationBody) {
    const { id, change } = reservationChange(body, this.classes);
    await this.reservations.update(id, change);
    return { result: 'ok', message: 'reservation update successful' };
  }

  @Post('cancel-reservation')
  @HttpCode(200)
  async cancel(@Body() body: CancelReservationBody) {
    await this.reservations.cancel(required(body['reservation-id'], 'reservation-id'), OPERATIONS_SPELLING);
    return { result: 'ok', message: 'reservation canceled' };
  }
}
