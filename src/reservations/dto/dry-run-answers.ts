import type { Draft } from '../../allocation/admission/draft.js';
import { admittedBy, dryRun, type Admitted } from '../../allocation/admission/dry-run.js';
import type { HeldReservation, ReservationRecord } from '../../allocation/admission/records.js';
import type { Rehearsal } from '../../idempotency/answered-requests.js';
import type { Principal } from '../../kernel/principal.js';
import { formatOptional } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import {
  admittedAnswer,
  camelAdmitted,
  DoneRehearsed,
  northboundPlacement,
  Placement,
  placementOf,
  ReleaseRehearsed,
} from '../../openapi/dry-run-parts.js';
import { Always, Ids, OPTIONAL, Part, Parts, Time } from '../../openapi/members.js';
import type { AskedChange, ReservationRequest } from '../reservation.js';
import { createdAnswer, windowOf, type ReservationAnswer } from './northbound-answers.js';
import type { TerminationRehearsed } from './northbound-schemas.js';
import { OccurrenceWindow, waitingState, wireWindow } from './reservation-answers.js';

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

/** A creation frees nothing. */
type CreationRehearsal = Rehearsal<ReservationRecord, HeldReservation>;

type SeriesCreationRehearsal = Rehearsal<readonly ReservationRecord[], readonly HeldReservation[]>;

/** What the reservation would be, with its claims. */
const rehearseCreation: CreationRehearsal['rehearse'] = dryRun(({ value, draft }) => asHeld(value, draft));

const rehearseSeriesCreation: SeriesCreationRehearsal['rehearse'] = dryRun(({ value, draft }) =>
  value.map((record) => asHeld(record, draft)),
);

function rehearseOne(caller: Principal): ReservationRehearsal['rehearse'] {
  return dryRun((rehearsed) => ({
    ...asHeld(rehearsed.value, rehearsed.draft),
    admitted: admittedBy(rehearsed, caller, [rehearsed.value.id]),
  }));
}

function rehearseSeries(caller: Principal): SeriesRehearsal['rehearse'] {
  return dryRun((rehearsed) => ({
    all: rehearsed.value.map((record) => asHeld(record, rehearsed.draft)),
    admitted: admittedBy(
      rehearsed,
      caller,
      rehearsed.value.map(({ id }) => id),
    ),
  }));
}

function asHeld(record: ReservationRecord, draft: Draft): HeldReservation {
  return draft.reservation(record.id) ?? { record, claims: [], instances: [] };
}

export class ReservationRehearsed extends DoneRehearsed {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
  @Always('waiting', 'It would wait until it fits; absent: it would be admitted.', OPTIONAL) state?: string;
  @Time('End of its hold.', OPTIONAL) 'held-until'?: string;
}

export class ChangeRehearsed extends ReleaseRehearsed {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
  @Always('waiting', 'It would wait until it fits; absent: it would be admitted.', OPTIONAL) state?: string;
  @Time('End of its hold.', OPTIONAL) 'held-until'?: string;
}

class RehearsedOccurrence extends OccurrenceWindow {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
}

export class SeriesRehearsed extends ReleaseRehearsed {
  @Parts(RehearsedOccurrence, 'All of it, in order.') occurrences!: RehearsedOccurrence[];
  @Ids('A reservation.', 'Of an update: those that would change, in order.', OPTIONAL)
  'reservation-ids'?: readonly string[];
}

export class CancellationRehearsed extends ReleaseRehearsed {
  @Ids('A reservation.', 'Of a series: those that would end, in order.', OPTIONAL)
  'reservation-ids'?: readonly string[];
}

/** What an outcome of Group A says beside its message. */
type More<T extends DoneRehearsed> = Omit<T, keyof DoneRehearsed>;

function rehearsing<T, D>(
  message: string,
  rehearse: Rehearsal<T, D>['rehearse'],
  more: (outcome: D) => object,
): Rehearsal<T, D> {
  return {
    rehearse,
    rehearsed: (outcome) => ({ result: 'ok', message, 'dry-run': true, ...more(outcome) }),
  };
}

export function placedRehearsal(message: string): CreationRehearsal {
  return rehearsing(message, rehearseCreation, (held): More<ReservationRehearsed> => ({
    ...placementIn(held),
    'held-until': formatOptional(held.record.heldUntil),
    ...waitingState(held.record),
  }));
}

export function changedRehearsal(message: string, caller: Principal): ReservationRehearsal {
  return rehearsing(message, rehearseOne(caller), (held): More<ChangeRehearsed> => ({
    ...placementIn(held),
    'held-until': formatOptional(held.record.heldUntil),
    ...waitingState(held.record),
    ...admittedAnswer(held.admitted),
  }));
}

export function endedRehearsal(message: string, caller: Principal): ReservationRehearsal {
  return rehearsing(message, rehearseOne(caller), ({ admitted }) => admittedAnswer(admitted));
}

export function seriesPlacedRehearsal(message: string): SeriesCreationRehearsal {
  return rehearsing(message, rehearseSeriesCreation, occurrencesIn);
}

export function seriesChangedRehearsal(message: string, caller: Principal): SeriesRehearsal {
  return rehearsing(message, rehearseSeries(caller), (series): More<SeriesRehearsed> => ({
    ...occurrencesIn(series.all),
    ...effectsIn(series),
  }));
}

export function seriesEndedRehearsal(message: string, caller: Principal): SeriesRehearsal {
  return rehearsing(message, rehearseSeries(caller), effectsIn);
}

function placementIn({ record, claims }: HeldReservation): Pick<ReservationRehearsed, 'placement'> {
  return { placement: placementOf(record.zoneId, claims, record.addresses) };
}

function occurrencesIn(all: readonly HeldReservation[]): Pick<SeriesRehearsed, 'occurrences'> {
  return { occurrences: all.map((held) => ({ ...wireWindow(held.record.window), ...placementIn(held) })) };
}

function effectsIn({ all, admitted }: RehearsedSeries): More<CancellationRehearsed> {
  return { 'reservation-ids': all.map(({ record }) => record.id), ...admittedAnswer(admitted) };
}

/**
 * Group B; its schemas are in `northbound-schemas.ts`. A reservation or series that does not exist has no id, and its containers
 * and disks have only those that the caller gave them.
 */
export function createRehearsal(
  kind: NorthboundKind,
  { containers }: Pick<ReservationRequest, 'containers'>,
): CreationRehearsal {
  const rehearsed = (held: HeldReservation): object => {
    const { reservationData: data } = createdAnswer(kind, { ...held.record, containers });
    const nameless = { ...data, reservationId: undefined, seriesId: undefined };
    return { reservationData: nameless, ...northboundPlaced(held) };
  };
  return { rehearse: rehearseCreation, rehearsed };
}

export function northboundSeriesRehearsal(
  kind: NorthboundKind,
  request: Pick<ReservationRequest, 'containers'>,
): SeriesCreationRehearsal {
  const first = createRehearsal(kind, request);
  const rehearsed = (all: readonly HeldReservation[]): object => ({
    ...first.rehearsed(all[0]),
    occurrences: all.map(({ record, claims }) => ({
      ...windowOf(record.window),
      placement: northboundPlacement(record.zoneId, claims),
    })),
  });
  return { rehearse: rehearseSeriesCreation, rehearsed };
}

/** @param answer to the real update */
export function updateRehearsal(
  answer: (record: ReservationRecord) => ReservationAnswer,
  change: Pick<AskedChange, 'containers'>,
  caller: Principal,
): ReservationRehearsal {
  const rehearsed = (held: RehearsedReservation): object => ({
    ...answer({ ...held.record, containers: change.containers ?? held.record.containers }),
    ...northboundPlaced(held),
    ...camelAdmitted(held.admitted),
  });
  return { rehearse: rehearseOne(caller), rehearsed };
}

export function terminateRehearsal(caller: Principal): ReservationRehearsal {
  return {
    rehearse: rehearseOne(caller),
    rehearsed: ({ record, admitted }): TerminationRehearsed => ({
      reservationId: record.id,
      ...camelAdmitted(admitted),
    }),
  };
}

function northboundPlaced({ record, claims }: HeldReservation): object {
  return { dryRun: true, placement: northboundPlacement(record.zoneId, claims) };
}
