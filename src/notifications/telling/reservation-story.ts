import { isDeepStrictEqual } from 'node:util';
import type { ReservationRecord } from '../../allocation/admission/records.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { createdState, stateOf, type ReservationState } from '../../reservations/reservation.js';

/** The `changeType`s of semantics §8, in their wire spelling. */
export type ChangeType =
  | 'Reservation created'
  | 'Reservation time change'
  | 'Reservation resource change'
  | 'Reservation status change'
  | 'Reservation terminated'
  | 'Reservation expired'
  | 'Reservation end approaching'
  | 'Reservation conflict';

/** An event in the life of a reservation. `before` and `after` show the change. */
export interface ReservationEvent {
  readonly type: ChangeType;
  readonly at: Instant;
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
  /** The state from this instant on. */
  readonly state: ReservationState;
  /** For an event by an admission: the version of the subscriptions at its commit. Absent for events by the clock. */
  readonly subscribers?: number;
  /** For an event by an admission: the trace of its request, if it had one. */
  readonly traceparent?: string;
}

/** The creation of a reservation by an admission. */
export interface RecordedCreation {
  readonly at: Instant;
  /** The version of the subscriptions at its commit. */
  readonly subscribers: number;
  /** The trace of its request. */
  readonly traceparent?: string | null;
}

/** A change as an admission made it. */
export interface RecordedChange extends RecordedCreation {
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
}

/** The part of a reservation's history after its last sent event. */
export interface UntoldPart {
  /** Events up to and including this instant were sent; absent for a reservation created since. */
  readonly toldUntil?: Instant;
  readonly creation?: RecordedCreation;
  readonly until: Instant;
  /** In order; times of different processes may go back and forth. */
  readonly changes: readonly RecordedChange[];
  /** The current record; if there are changes, the `after` of the last. */
  readonly current: ReservationRecord;
  readonly leadSeconds: number;
}

/**
 * The events of a part of a reservation's life, in order: its creation, changes by admissions, and between them the
 * clock's events – start, approaching end, end. A pure function: the same part gives the same events, so a watermark is
 * enough to send each exactly once.
 */
export function eventsOf(part: UntoldPart): ReservationEvent[] {
  const first = part.changes.at(0)?.before ?? part.current;
  const begin = part.toldUntil ?? Math.min(first.createdAt, part.until);
  const story = new Story(first, begin, part);
  for (const change of part.changes) story.change(change);
  story.advance(part.until);
  return story.events;
}

class Story {
  readonly events: ReservationEvent[] = [];
  private state: ReservationState;
  /** The end that was announced as approaching. */
  private approached?: Instant;
  /** The admission whose events are being added; absent for the clock's. */
  private admitted?: RecordedCreation;

  constructor(
    private record: ReservationRecord,
    private now: Instant,
    private readonly part: UntoldPart,
  ) {
    this.state = part.toldUntil === undefined ? createdState(record) : toldState(record, now);
    this.admitted = part.creation;
    if (part.creation) this.tell('Reservation created', record, this.state);
    else if (part.toldUntil !== undefined && this.isApproaching()) this.approached = record.window.end;
    this.settle(record);
    this.admitted = undefined;
  }

  /** Advances the clock, stopping at each instant at which an event is due. */
  advance(until: Instant): void {
    for (;;) {
      const { window } = this.record;
      const due = [window.start, this.approachOf(this.record), window.end].filter(
        (at) => at > this.now && at <= until,
      );
      if (due.length === 0) break;
      this.now = Math.min(...due);
      this.settle(this.record);
    }
    this.now = Math.max(this.now, until);
  }

  /** Applies a change by an admission, after all events that were due by then. */
  change(change: RecordedChange): void {
    const { at, before, after } = change;
    this.advance(Math.min(at, this.part.until));
    this.record = after;
    // An end that was moved away and back is announced again, also when all of it is in one part.
    if (!this.isApproaching()) this.approached = undefined;
    this.admitted = change;
    if (!isDeepStrictEqual(timesOf(before), timesOf(after))) this.tell('Reservation time change', before);
    if (!isDeepStrictEqual(resourcesOf(before), resourcesOf(after)))
      this.tell('Reservation resource change', before);
    this.settle(before);
    this.admitted = undefined;
  }

  /** Adds the events that have become due. */
  private settle(before: ReservationRecord): void {
    const state = toldState(this.record, this.now);
    if (state !== this.state) {
      this.state = state;
      this.tell(typeOf(state), before);
    }
    const { window } = this.record;
    if (isOver(state) || this.approached === window.end || !this.isApproaching()) return;
    this.approached = window.end;
    this.tell('Reservation end approaching', this.record);
  }

  /** The end of a reservation that waits is announced at its admission. */
  private isApproaching(): boolean {
    return this.record.status !== 'waiting' && this.approachOf(this.record) <= this.now;
  }

  /** When to announce the end: not before the reservation has begun. */
  private approachOf({ window }: ReservationRecord): Instant {
    const { leadSeconds } = this.part;
    return leadSeconds === 0 ? Number.POSITIVE_INFINITY : Math.max(window.end - leadSeconds, window.start);
  }

  private tell(type: ChangeType, before: ReservationRecord, state = toldState(this.record, this.now)): void {
    const { now: at, record: after, admitted } = this;
    const { subscribers, traceparent } = admitted ?? {};
    this.events.push({ type, at, before, after, state, subscribers, traceparent: traceparent ?? undefined });
  }
}

/** The end of a hold, or of a wait, is told when it is recorded. */
function toldState(record: ReservationRecord, now: Instant): ReservationState {
  const { status, heldUntil, expiresAt } = record;
  const expiry = status === 'waiting' ? undefined : expiresAt;
  const hold = heldUntil === undefined ? undefined : FOREVER;
  return stateOf({ ...record, expiresAt: expiry, heldUntil: hold, waitUntil: undefined }, now);
}

function typeOf(state: ReservationState): ChangeType {
  if (state === 'terminated') return 'Reservation terminated';
  if (state === 'expired') return 'Reservation expired';
  return state === 'conflict' ? 'Reservation conflict' : 'Reservation status change';
}

function isOver(state: ReservationState): boolean {
  return state === 'terminated' || state === 'expired';
}

function timesOf({ window, expiresAt }: ReservationRecord): unknown {
  return { window, expiresAt };
}

function resourcesOf({ zoneId, kind, amounts, containers, elements, addresses }: ReservationRecord): unknown {
  return { zoneId, kind, amounts, containers, elements, addresses };
}
