import { RESERVATION_KINDS, type ReservationRecord } from '../../allocation/admission/records.js';
import { formatInstant, formatOptional, type TimeWindow } from '../../kernel/time-window.js';
import {
  Always,
  Amounts,
  Collections,
  Flag,
  Id,
  Ids,
  LabelsMember,
  Member,
  OneOf,
  OPTIONAL,
  pageSchemaOf,
  Part,
  Parts,
  Time,
  Whole,
  Word,
  Words,
} from '../../openapi/members.js';
import { COLLECTION_SCHEMA } from '../../http/wire/wire-schemas.js';
import { Done } from '../../openapi/answer-parts.js';
import { RESERVATION_STATES } from '../reservation.js';
import type { ReservationAsRead, ReservationDetails } from '../reservations.reader.js';

/** The answers of Group A and of the additive reads, with their schemas. */

export class OccurrenceWindow {
  @Time('When it begins.') start!: string;
  @Time('When it ends.') end!: string;
}

export class AcceptedOccurrence extends OccurrenceWindow {
  @Id('Its id.') 'reservation-id'!: string;
}

/** An occurrence of a series has an end. */
export function wireWindow({ start, end }: TimeWindow): OccurrenceWindow {
  return { start: formatInstant(start), end: formatInstant(end) };
}

export class ReservationAccepted {
  @Always('ok') result!: string;
  @Id('Its id.') 'reservation-id'!: string;
  @Word('`reservation request accepted`') message!: string;

  @Time('End of its hold, unless it is confirmed before; absent: it needs no confirmation.', OPTIONAL)
  'held-until'?: string;

  @Always('waiting', 'It does not fit now, and waits until it does; absent: it is admitted.', OPTIONAL)
  state?: string;

  @Id('Of a series: its id.', OPTIONAL) 'series-id'?: string;

  @Parts(AcceptedOccurrence, 'Of a series: all of it, in order; `reservation-id` is the first.', OPTIONAL)
  occurrences?: AcceptedOccurrence[];
}

export function seriesAccepted(records: readonly ReservationRecord[]): ReservationAccepted {
  return {
    ...reservationAccepted(records[0]),
    'series-id': records[0].seriesId,
    occurrences: records.map(({ id, window }) => ({ 'reservation-id': id, ...wireWindow(window) })),
  };
}

export function reservationAccepted(record: ReservationRecord): ReservationAccepted {
  const { id, heldUntil } = record;
  return {
    result: 'ok',
    'reservation-id': id,
    message: 'reservation request accepted',
    'held-until': formatOptional(heldUntil),
    ...waitingState(record),
  };
}

/** Group A says of a new reservation only that it waits. */
export function waitingState({ status }: ReservationRecord): { state?: 'waiting' } {
  return status === 'waiting' ? { state: status } : {};
}

class ReservationTraits {
  @Word('Architecture of processors.', OPTIONAL) cpuArchitecture?: string;
  @Word('Sort of storage.', OPTIONAL) typeOfStorage?: string;
  @Flag('Whether storage supports RDMA.', OPTIONAL) rdmaSupported?: boolean;
}

/** One of the additive reads' list: everything but what costs another look-up. */
export class ReservationSummary {
  @Id('Its id.') reservationId!: string;
  @Word('Its zone.') zone!: string;
  @Word('Its tenant, if it has one.', OPTIONAL) tenant?: string;
  @Word('Its name, where it has one.', OPTIONAL) name?: string;
  @LabelsMember() labels?: object;

  @OneOf(RESERVATION_KINDS, 'Which of the three kinds of resources it holds; `mixed`: several.')
  kind!: string;

  @OneOf(
    RESERVATION_STATES,
    'Follows from the clock; `held`: not confirmed yet; `waiting`: it holds nothing until it fits; `conflict`: capacity was ' +
      'withdrawn below it.',
  )
  state!: string;

  @Time('When it begins.') start!: string;
  @Time('When it ends; absent: open.', OPTIONAL) end?: string;
  @Time('Time at which it is released if no instance has drawn on it.', OPTIONAL) expiry?: string;
  @Time('End of its hold, unless it is confirmed before.', OPTIONAL) heldUntil?: string;
  @Time('Deadline of its wait; absent: its end, or it was admitted, or did not wait.', OPTIONAL)
  waitUntil?: string;

  @Id('The series it is an occurrence of.', OPTIONAL) seriesId?: string;
  @Amounts('What it reserves.') capacity!: object;

  @Part(ReservationTraits, 'Traits that each provider which backs it must have; absent: any.', OPTIONAL)
  traits?: object;

  @Collections('What it protects.') elements!: readonly string[];
  @Words('An IPv4 address.', 'The addresses it holds.') publicIps!: readonly string[];
  @Time('When it was made.', OPTIONAL) created?: string;
  @Time('When it last changed.', OPTIONAL) updated?: string;
  @Time('When it was ended before its end.', OPTIONAL) ended?: string;
}

export const ReservationPage = pageSchemaOf(ReservationSummary, 'ReservationPage');

class ReservationClaim {
  @Id('A provider.', OPTIONAL) providerId?: string;
  @Amounts('What it backs.', OPTIONAL) capacity?: object;
}

class DrawingInstance {
  @Id('Its id.', OPTIONAL) instanceId?: string;
  @Id('The provider that hosts it.', OPTIONAL) providerId?: string;
  @Word('Its name.', OPTIONAL) name?: string;
  @Word('Its state.', OPTIONAL) state?: string;
  @Amounts('What it uses.', OPTIONAL) capacity?: object;
}

class HistoryLine {
  @Whole('Its place in the ledger of the zone.', OPTIONAL) sequence?: number;
  @Time('When it was entered.', OPTIONAL) recorded?: string;
  @Id('The provider whose capacity it moves.', OPTIONAL) providerId?: string;
  @OneOf(['total', 'reserved', 'allocated'], 'The figure it changes.', OPTIONAL) moves?: string;

  @Member({ ...COLLECTION_SCHEMA, description: 'The reservation, or one of its instances.', ...OPTIONAL })
  owner?: string;

  @Time('Start.', OPTIONAL) start?: string;
  @Time('End; absent: open.', OPTIONAL) end?: string;
  @Amounts('By how much, with its sign.', OPTIONAL) capacity?: object;
}

/** A reservation with what backs it, what lives in it, and what the ledger has on it. */
export class Reservation extends ReservationSummary {
  @Parts(ReservationClaim, 'How much of it which provider backs.') claims!: ReservationClaim[];
  @Parts(
    DrawingInstance,
    'The instances that draw on it, or have drawn: 1000 at most, live ones first. All are in GET /instances.',
  )
  instances!: DrawingInstance[];

  @Parts(HistoryLine, 'Its ledger entries in its present zone, and those of its instances, the first 1000.')
  history!: HistoryLine[];
}

export function reservationSummary({ record, state }: ReservationAsRead): ReservationSummary {
  return {
    reservationId: record.id,
    zone: record.zoneId,
    tenant: record.tenant,
    name: record.name,
    labels: record.labels,
    kind: record.kind,
    state,
    start: formatInstant(record.window.start),
    end: formatOptional(record.window.end),
    expiry: formatOptional(record.expiresAt),
    heldUntil: formatOptional(record.heldUntil),
    waitUntil: formatOptional(record.waitUntil),
    seriesId: record.seriesId,
    capacity: record.amounts,
    traits: record.traits,
    elements: record.elements,
    publicIps: record.addresses,
    created: formatInstant(record.createdAt),
    updated: formatInstant(record.updatedAt),
    ended: formatOptional(record.endedAt),
  };
}

export function reservationDetails(details: ReservationDetails): Reservation {
  return {
    ...reservationSummary(details),
    claims: details.claims.map(({ providerId, amounts }) => ({
      providerId,
      capacity: amounts,
    })),
    instances: details.instances.map(({ id, providerId, name, state, amounts }) => ({
      instanceId: id,
      providerId,
      name,
      state,
      capacity: amounts,
    })),
    history: details.history.map((line) => ({
      sequence: line.sequence,
      recorded: formatInstant(line.recordedAt),
      providerId: line.providerId ?? undefined,
      moves: line.moves,
      owner: `${line.ownerKind === 'instance' ? 'ResourceAllocation' : 'ResourceReservation'}:${line.ownerId}`,
      start: formatInstant(line.startsAt),
      end: formatOptional(line.endsAt),
      capacity: line.amounts,
    })),
  };
}

/** Those of a series that were changed or cancelled. */
export class SeriesDone extends Done {
  @Ids('A reservation.', 'Of a series: those concerned, in order.', OPTIONAL)
  'reservation-ids'?: readonly string[];

  @Always('waiting', 'After an update: it still waits for capacity.', OPTIONAL) state?: string;
}

export function seriesDone(message: string): (records: readonly ReservationRecord[]) => SeriesDone {
  return (records) => ({ result: 'ok', message, 'reservation-ids': records.map(({ id }) => id) });
}
