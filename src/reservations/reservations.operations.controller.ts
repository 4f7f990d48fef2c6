import { Body, Controller, Post } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { TenantName } from '../http/tenant.js';
import { required } from '../http/wire/wire-types.js';
import { isDryRun } from '../http/wire/wire-dry-run.js';
import {
  changedRehearsal,
  endedRehearsal,
  placedRehearsal,
  seriesChangedRehearsal,
  seriesEndedRehearsal,
  seriesPlacedRehearsal,
} from './dto/dry-run-answers.js';
import {
  CancelReservationBody,
  ConfirmReservationBody,
  CreateReservationBody,
  namedIn,
  reservationChange,
  reservationRequest,
  UpdateReservationBody,
} from './dto/operations.dto.js';
import { OPERATIONS_SPELLING } from './reservation.js';
import { ReservationsService } from './reservations.service.js';
import { SeriesService } from './series.service.js';
import { reservationAccepted, seriesAccepted, seriesDone, waitingState } from './dto/reservation-answers.js';
import {
  CancelReservation,
  ConfirmReservation,
  CreateReservation,
  UpdateReservation,
} from './dto/operations.openapi.js';

/** Messages that older clients match on. */
const ACCEPTED = 'reservation request accepted';
const UPDATED = 'reservation update successful';
const CANCELED = 'reservation canceled';

const PLACED = placedRehearsal(ACCEPTED);

/** Group A: reservations as operations. */
@Controller()
export class ReservationsOperationsController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly series: SeriesService,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

  @Post('create-reservation')
  @Allow('consumer', 'operator', 'admin')
  @CreateReservation()
  create(
    @Call() { caller, key }: ClientCall,
    @Body() body: CreateReservationBody,
    @TenantName() tenant?: string,
  ) {
    const request = { ...reservationRequest(body, this.configuration.policies.largestAmounts), tenant };
    const { repeat } = body;
    const common = { key: ofOneZone(key, request.zoneId !== undefined), isDryRun: isDryRun(body) };
    if (typeof repeat !== 'string') {
      return this.answered.onceOrDry({
        ...common,
        run: (as) => this.reservations.create(caller, request, as),
        answer: reservationAccepted,
        ...PLACED,
      });
    }
    return this.answered.onceOrDry({
      ...common,
      run: (as) => this.series.create(caller, request, repeat, as),
      answer: seriesAccepted,
      ...seriesPlacedRehearsal(ACCEPTED),
    });
  }

  @Post('confirm-reservation')
  @Allow('consumer', 'operator', 'admin')
  @ConfirmReservation()
  confirm(@Call() { caller, key }: ClientCall, @Body() body: ConfirmReservationBody) {
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
  update(@Call() { caller, key }: ClientCall, @Body() body: UpdateReservationBody) {
    const named = namedIn(body);
    const change = reservationChange(body, this.configuration.policies.largestAmounts);
    const common = { key, isDryRun: isDryRun(body) };
    if ('id' in named) {
      return this.answered.onceOrDry({
        ...common,
        run: (as) => this.reservations.update(caller, named.id, change, as),
        answer: (record) => ({ result: 'ok', message: UPDATED, ...waitingState(record) }),
        ...changedRehearsal(UPDATED, caller),
      });
    }
    return this.answered.onceOrDry({
      ...common,
      run: (as) => this.series.update(caller, named.seriesId, change, as),
      answer: seriesDone(UPDATED),
      ...seriesChangedRehearsal(UPDATED, caller),
    });
  }

  @Post('cancel-reservation')
  @Allow('consumer', 'operator', 'admin')
  @CancelReservation()
  cancel(@Call() { caller, key }: ClientCall, @Body() body: CancelReservationBody) {
    const named = namedIn(body);
    const common = { key, isDryRun: isDryRun(body) };
    if ('id' in named) {
      return this.answered.onceOrDry({
        ...common,
        key: ofOneZone(key),
        run: (as) => this.reservations.cancel(caller, named.id, OPERATIONS_SPELLING, as),
        answer: () => ({ result: 'ok', message: CANCELED }),
        ...endedRehearsal(CANCELED, caller),
      });
    }
    return this.answered.onceOrDry({
      ...common,
      run: (as) => this.series.cancel(caller, named.seriesId, OPERATIONS_SPELLING, as),
      answer: seriesDone(CANCELED),
      ...seriesEndedRehearsal(CANCELED, caller),
    });
  }
}
