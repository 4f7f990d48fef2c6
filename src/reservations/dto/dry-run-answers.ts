import { OmitType } from '@nestjs/swagger';
import type { Draft } from '../../allocation/admission/draft.js';
import { admittedBy, dryRun, type Admitted } from '../../allocation/admission/dry-run.js';
import type { HeldReservation, ReservationRecord } from '../../allocation/admission/records.js';
import type { Rehearsal } from '../../idempotency/answered-requests.js';
import { formatOptional } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import {
  admittedAnswer,
  camelAdmitted,
  CamelReleaseRehearsed,
  DoneRehearsed,
  DryRunMark,
  northboundPlacement,
  NorthboundPlacement,
  Placement,
  placementOf,
  ReleaseRehearsed,
} from '../../openapi/dry-run-parts.js';
import { Always, Described, Id, Ids, OPTIONAL, Part, Parts, Time } from '../../openapi/members.js';
import { capital } from '../../openapi/operations.js';
import { createdState, type ReservationState } from '../reservation.js';
import { NorthboundWindow, RESERVED } from './northbound-answers.js';
import { OccurrenceWindow, wireWindow } from './record-answers.js';
import { reservationData, waitingState, windowOf } from './reservation-answers.js';

/** The answers to dry runs of requests for reservations (semantics §9). */

/** A reservation as it would be, and those that would be admitted beside it. */
interface RehearsedReservation extends HeldReservation {
  readonly admitted: Admitted;
}

interface RehearsedSeries {
  readonly all: readonly HeldReservation[];
  readonly admitted: Admitted;
}

type ReservationRehearsal = Rehearsal<ReservationRecord, RehearsedReservation>;

type SeriesRehearsal = Rehearsal<readonly ReservationRecord[], RehearsedSeries>;

/** What the reservation would be, with its claims. */
const rehearse: ReservationRehearsal['rehearse'] = dryRun((rehearsed) => ({
  ...asHeld(rehearsed.value, rehearsed.draft),
  admitted: admittedBy(rehearsed, [rehearsed.value.id]),
}));

const rehearseSeries: SeriesRehearsal['rehearse'] = dryRun((rehearsed) => ({
  all: rehearsed.value.map((record) => asHeld(record, rehearsed.draft)),
  admitted: admittedBy(
    rehearsed,
    rehearsed.value.map(({ id }) => id),
  ),
}));

function asHeld(record: ReservationRecord, draft: Draft): HeldReservation {
  return draft.reservation(record.id) ?? { record, claims: [], instances: [] };
}

export class ReservationRehearsed extends DoneRehearsed {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
  @Always('waiting', 'It would wait until it fits; absent: it would be admitted.', OPTIONAL) state?: string;
  @Time('Until when it would be held.', OPTIONAL) 'held-until'?: string;
}

export class ChangeRehearsed extends ReleaseRehearsed {
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
      'held-until': formatOptional(record.heldUntil),
      ...waitingState(record),
    }),
  };
}

export function changedRehearsal(message: string): ReservationRehearsal {
  return {
    rehearse,
    rehearsed: ({ record, claims, admitted }): ChangeRehearsed => ({
      result: 'ok',
      message,
      'dry-run': true,
      placement: placementOf(record.zoneId, claims, record.addresses),
      ...waitingState(record),
      ...admittedAnswer(admitted),
    }),
  };
}

class RehearsedOccurrence extends OccurrenceWindow {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
}

/** A series. */
export class SeriesRehearsed extends ReleaseRehearsed {
  @Parts(RehearsedOccurrence, 'All of it, in order.') occurrences!: RehearsedOccurrence[];
  @Ids('A reservation.', 'Of an update: those that would change, in order.', OPTIONAL)
  'reservation-ids'?: readonly string[];
}

export class CancellationRehearsed extends ReleaseRehearsed {
  @Ids('A reservation.', 'Of a series: those that would end, in order.', OPTIONAL)
  'reservation-ids'?: readonly string[];
}

export function seriesRehearsal(message: string): SeriesRehearsal {
  return {
    rehearse: rehearseSeries,
    rehearsed: ({ all }): SeriesRehearsed => ({
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

export function seriesChangedRehearsal(message: string): SeriesRehearsal {
  const created = seriesRehearsal(message);
  return {
    rehearse: rehearseSeries,
    rehearsed: (series) => ({
      ...created.rehearsed(series),
      'reservation-ids': idsOf(series),
      ...admittedAnswer(series.admitted),
    }),
  };
}

export function seriesEndedRehearsal(message: string): SeriesRehearsal {
  return {
    rehearse: rehearseSeries,
    rehearsed: (series): CancellationRehearsed => ({
      ...releaseAnswer(message, series.admitted),
      'reservation-ids': idsOf(series),
    }),
  };
}

function idsOf({ all }: RehearsedSeries): string[] {
  return all.map(({ record }) => record.id);
}

export function endedRehearsal(message: string): ReservationRehearsal {
  return { rehearse, rehearsed: ({ admitted }) => releaseAnswer(message, admitted) };
}

function releaseAnswer(message: string, admitted: Admitted): ReleaseRehearsed {
  return { result: 'ok', message, 'dry-run': true, ...admittedAnswer(admitted) };
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
  const rehearsed = ({ all, admitted }: RehearsedSeries): object => ({
    ...first.rehearsed({ ...all[0], admitted }),
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
  const rehearsed = (held: RehearsedReservation): object => ({
    ...northboundAnswer(reservationData(kind, held.record, stateOf(held.record)), held),
    ...camelAdmitted(held.admitted),
  });
  return { rehearse, rehearsed };
}

export class TerminationRehearsed extends CamelReleaseRehearsed {
  @Id('Its id.') reservationId!: string;
}

export const TERMINATE_REHEARSAL: ReservationRehearsal = {
  rehearse,
  rehearsed: ({ record, admitted }): TerminationRehearsed => ({
    reservationId: record.id,
    ...camelAdmitted(admitted),
  }),
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

    @Ids('A reservation.', 'Of an update: those in conflict that would be admitted again.', OPTIONAL)
    admittedAgain?: readonly string[];

    @Ids('A reservation.', 'Of an update: waiting ones that would be admitted.', OPTIONAL)
    admitted?: readonly string[];
  }
  return ReservationRehearsedAnswer;
}
