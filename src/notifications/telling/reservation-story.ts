import { isDeepStrictEqual } from 'node:util';
import type { ReservationRecord } from '../../allocation/records.js';
import type { Instant } from '../../kernel/time-window.js';
import { stateOf, type ReservationState } from '../../reservations/reservation.js';

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

/** Something that happened to a reservation. What has changed is what `before` and `after` differ in. */
export interface ReservationEvent {
  readonly type: ChangeType;
  readonly at: Instant;
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
  /** From then on. */
  readonly state: ReservationState;
  /** Where an admission made it happen: the change of subscribers that was committed under. Else it was the clock. */
  readonly subscribers?: number;
  /** Of a creation: the ledger entry it was stored with. */
  readonly madeAt?: number;
  /** The zone of that entry; absent: the one in which the event is told. */
  readonly madeIn?: string;
}

/** A change as an admission made it. */
export interface RecordedChange {
  readonly at: Instant;
  readonly before: ReservationRecord;
  readonly after: ReservationRecord;
  /** The change of subscribers it was committed under. */
  readonly subscribers: number;
}

/** What is known of a reservation since it was last told of. */
export interface UntoldPart {
  /** Everything up to and including this instant is told; absent for a reservation that has come into being since. */
  readonly toldUntil?: Instant;
  /** See `ReservationEvent`. */
  readonly madeAt?: number;
  readonly madeIn?: string;
  readonly until: Instant;
  /** In their order; the times of different processes may go back and forth. */
  readonly changes: readonly RecordedChange[];
  /** As it stands now; where there are changes, the `after` of the last. */
  readonly current: ReservationRecord;
  readonly leadSeconds: number;
}

/**
 * What happened to a reservation in a part of its life, in order: that it was made, what admissions changed, and what the clock did
 * between them – start, approaching end, end. A pure retelling: the same part always gives the same events, so they can
 * be told exactly once by remembering how far one got.
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
  /** The end that was told to approach. */
  private approached?: Instant;
  private subscribers?: number;

  constructor(
    private record: ReservationRecord,
    private now: Instant,
    private readonly part: UntoldPart,
  ) {
    // A reservation is answered as initialized when it is made, even if it begins at once.
    this.state = part.toldUntil === undefined ? 'initialized' : stateOf(record, now);
    if (part.toldUntil === undefined) this.tellMade();
    else if (this.approachOf(record) <= now) this.approached = record.window.end;
    this.settle(record);
  }

  /** Lets the clock run, from one instant at which something is due to the next. */
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

  /** Takes in what an admission did, after all that was due by then. */
  change({ at, before, after, subscribers }: RecordedChange): void {
    this.advance(Math.min(at, this.part.until));
    this.record = after;
    this.subscribers = subscribers;
    if (!isDeepStrictEqual(timesOf(before), timesOf(after))) this.tell('Reservation time change', before);
    if (!isDeepStrictEqual(resourcesOf(before), resourcesOf(after)))
      this.tell('Reservation resource change', before);
    this.settle(before);
    this.subscribers = undefined;
  }

  /** Tells what has become true by now. */
  private settle(before: ReservationRecord): void {
    const state = stateOf(this.record, this.now);
    if (state !== this.state) {
      this.state = state;
      this.tell(typeOf(state), before);
    }
    const { window } = this.record;
    if (isOver(state) || this.approached === window.end || this.approachOf(this.record) > this.now) return;
    this.approached = window.end;
    this.tell('Reservation end approaching', this.record);
  }

  /** When the end is told to approach: not before the reservation has begun. */
  private approachOf({ window }: ReservationRecord): Instant {
    const { leadSeconds } = this.part;
    return leadSeconds === 0 ? Number.POSITIVE_INFINITY : Math.max(window.end - leadSeconds, window.start);
  }

  private tellMade(): void {
    const { now: at, record, state } = this;
    const { madeAt, madeIn } = this.part;
    this.events.push({
      type: 'Reservation created',
      at,
      before: record,
      after: record,
      state,
      madeAt,
      madeIn,
    });
  }

  private tell(type: ChangeType, before: ReservationRecord): void {
    const { now: at, record: after, subscribers } = this;
    this.events.push({ type, at, before, after, state: stateOf(after, at), subscribers });
  }
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
