import { OmitType } from '@nestjs/swagger';
import type { Draft } from '../../allocation/admission/draft.js';
import { dryRun } from '../../allocation/admission/dry-run.js';
import type { HeldReservation, ReservationRecord } from '../../allocation/admission/records.js';
import type { Rehearsal } from '../../idempotency/answered-requests.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import {
  DoneRehearsed,
  DryRunMark,
  northboundPlacement,
  NorthboundPlacement,
  Placement,
  placementOf,
} from '../../openapi/dry-run-answers.js';
import { Always, Described, Id, OPTIONAL, Part, Parts } from '../../openapi/members.js';
import { capital } from '../../openapi/operations.js';
import { createdState, type ReservationState } from '../reservation.js';
import { NorthboundWindow, RESERVED } from './northbound-answers.js';
import { OccurrenceWindow, wireWindow } from './record-answers.js';
import { reservationData, waitingState, windowOf } from './reservation-answers.js';

/** The answers to dry runs of requests for reservations (semantics §9). */

type ReservationRehearsal = Rehearsal<ReservationRecord, HeldReservation>;

type SeriesRehearsal = Rehearsal<readonly ReservationRecord[], readonly HeldReservation[]>;

/** What the reservation would be, with its claims. */
const rehearse: ReservationRehearsal['rehearse'] = dryRun(({ value, draft }) => asHeld(value, draft));

const rehearseSeries: SeriesRehearsal['rehearse'] = dryRun(({ value, draft }) =>
  value.map((record) => asHeld(record, draft)),
);

function asHeld(record: ReservationRecord, draft: Draft): HeldReservation {
  return draft.reservation(record.id) ?? { record, claims: [], instances: [] };
}

export class ReservationRehearsed extends DoneRehearsed {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
  @Always('waiting', 'It would wait until it fits; absent: it would be admitted.', OPTIONAL) state?: string;
}

/** Group A. */
export function placedRehearsal(message: string): ReservationRehearsal {
  return {
    rehearse,
    rehearsed: ({ record, claims }): ReservationRehearsed => ({
      result: 'ok',
      message,
      'dry-run': true,
      placement: placementOf(record.zoneId, claims, record.addresses),
      ...waitingState(record),
    }),
  };
}

class RehearsedOccurrence extends OccurrenceWindow {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
}

/** A series. */
export class SeriesRehearsed extends DoneRehearsed {
  @Parts(RehearsedOccurrence, 'All of it, in order.') occurrences!: RehearsedOccurrence[];
}

export function seriesRehearsal(message: string): SeriesRehearsal {
  return {
    rehearse: rehearseSeries,
    rehearsed: (all): SeriesRehearsed => ({
      result: 'ok',
      message,
      'dry-run': true,
      occurrences: all.map(({ record, claims }) => ({
        ...wireWindow(record.window),
        placement: placementOf(record.zoneId, claims, record.addresses),
      })),
    }),
  };
}

export function seriesEndedRehearsal(message: string): SeriesRehearsal {
  return {
    rehearse: rehearseSeries,
    rehearsed: (): DoneRehearsed => ({ result: 'ok', message, 'dry-run': true }),
  };
}

export function endedRehearsal(message: string): ReservationRehearsal {
  return { rehearse, rehearsed: (): DoneRehearsed => ({ result: 'ok', message, 'dry-run': true }) };
}

/** Group B. A reservation that does not exist has no id. */
export function createRehearsal(kind: NorthboundKind): ReservationRehearsal {
  const rehearsed = (held: HeldReservation): object => {
    const data = {
      ...reservationData(kind, held.record, createdState(held.record)),
      reservationId: undefined,
    };
    return northboundAnswer(data, held);
  };
  return { rehearse, rehearsed };
}

export function northboundSeriesRehearsal(kind: NorthboundKind): SeriesRehearsal {
  const first = createRehearsal(kind);
  const rehearsed = (all: readonly HeldReservation[]): object => ({
    ...first.rehearsed(all[0]),
    occurrences: all.map(({ record, claims }) => ({
      ...windowOf(record.window),
      placement: northboundPlacement(record.zoneId, claims),
    })),
  });
  return { rehearse: rehearseSeries, rehearsed };
}

export function updateRehearsal(
  kind: NorthboundKind,
  stateOf: (record: ReservationRecord) => ReservationState,
): ReservationRehearsal {
  const rehearsed = (held: HeldReservation): object =>
    northboundAnswer(reservationData(kind, held.record, stateOf(held.record)), held);
  return { rehearse, rehearsed };
}

export const TERMINATE_REHEARSAL: ReservationRehearsal = {
  rehearse,
  rehearsed: ({ record }) => ({ reservationId: record.id, dryRun: true }),
};

function northboundAnswer(data: object, { record, claims }: HeldReservation): object {
  return { reservationData: data, dryRun: true, placement: northboundPlacement(record.zoneId, claims) };
}

class NorthboundRehearsedOccurrence extends NorthboundWindow {
  @Part(NorthboundPlacement, 'Where it would lie.') placement!: NorthboundPlacement;
}

/** The schema of Group B's answers. */
export function rehearsedAnswer(kind: NorthboundKind): new () => object {
  const name = capital(kind);

  @Described({ name: `${name}Rehearsed` })
  class Rehearsed extends OmitType(RESERVED[kind], ['reservationId']) {
    @Id('Its id; absent where it would be created.', OPTIONAL) reservationId?: string;
  }

  @Described({ name: `${name}ReservationRehearsed` })
  class ReservationRehearsedAnswer {
    @Part(Rehearsed, 'The reservation as it would be.') reservationData!: object;
    @DryRunMark() dryRun!: true;
    @Part(NorthboundPlacement, 'Where it would lie.') placement!: NorthboundPlacement;

    @Parts(NorthboundRehearsedOccurrence, 'Of a series: all of it, in order.', OPTIONAL)
    occurrences?: NorthboundRehearsedOccurrence[];
  }
  return ReservationRehearsedAnswer;
}
