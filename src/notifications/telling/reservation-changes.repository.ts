import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  reservationFromJson,
  type JsonReservation,
  type ReservationRecord,
} from '../../allocation/records.js';
import { reservationOf, type StoredReservation } from '../../allocation/stored-rows.js';
import { timestamp } from '../../database/columns.js';
import { queryPrepared } from '../../database/prepared.js';
import { withoutNulls } from '../../database/rows.js';
import type { Instant } from '../../kernel/time-window.js';
import { IS_WATCHED, LOCK, UNTOLD, WATCHERS, ZONES_DUE } from './reservation-changes-statements.js';
import type { RecordedChange } from './reservation-story.js';

/** How far the changes of a zone's reservations are told. */
export interface Watermark {
  readonly sequence: number;
  readonly reached: Instant;
  /** The change of subscribers that was known then. */
  readonly subscribers: number;
}

/** What one round tells: what has happened between a watermark and the next. */
export interface Untold {
  /** How far it goes. */
  readonly goal: Watermark;
  /** There is more by now. */
  readonly hasMore: boolean;
  readonly candidates: readonly Candidate[];
}

/** Up to when a round is to go at most. */
export interface Limit {
  readonly until: Instant;
  /** Where it goes as far as now, whatever is committed is to be told. */
  readonly now: Instant;
  readonly leadSeconds: number;
}

/** A reservation of which there may be something to tell. */
export interface Candidate {
  /** It has come into being since the watermark; where it has moved here since, since that of the zone it came from. */
  readonly isNew: boolean;
  /** The entry that made it, where its creation is not told yet. */
  readonly madeAt?: number;
  /** The zone of that entry, where it is another one. */
  readonly madeIn?: string;
  /** Up to when it is told where it has moved here since. */
  readonly toldUntil?: Instant;
  readonly current: ReservationRecord;
  readonly changes: readonly RecordedChange[];
}

export interface Watcher {
  readonly id: string;
  /** Of all reservations it hears of those of this tenant; absent: of everybody's. */
  readonly tenant?: string;
  readonly callbackUri?: string;
  readonly since: number;
  readonly createdAt: Instant;
  /** Zone → its head when the subscription to all reservations was made. */
  readonly heads: Readonly<Record<string, number>>;
  /** Empty: all reservations. */
  readonly reservationIds: readonly string[];
}

@Injectable()
export class ReservationChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isWatched(): Promise<boolean> {
    const [{ found }] = await queryPrepared<{ found: boolean }>(this.dataSource.manager, IS_WATCHED, []);
    return found;
  }

  /** Zones with something to tell by now; without `now` only what admissions did is looked for. */
  async zonesDue(leadSeconds: number, now?: Instant): Promise<string[]> {
    const rows = await this.dataSource.query<{ zone_id: string }[]>(ZONES_DUE, [
      now === undefined ? null : timestamp(now),
      leadSeconds,
    ]);
    return rows.map(({ zone_id }) => zone_id);
  }

  /** Undefined while another process is at the zone. A zone that is younger than all subscriptions starts here. */
  async lock(tx: EntityManager, zoneId: string): Promise<Watermark | undefined> {
    await tx.query(
      `insert into reservation_watermarks (zone_id, sequence, reached, subscribers)
       select zone_id, 0, created_at, 0 from zones where zone_id = $1
       on conflict do nothing`,
      [zoneId],
    );
    return (await tx.query<Watermark[]>(LOCK, [zoneId])).at(0);
  }

  /**
   * From now on nothing is appended to a zone that was decided before an instant: who has decided earlier and is not stored
   * yet either is stored before this returns, or decides again.
   */
  async letTimePass(zoneId: string, now: Instant): Promise<void> {
    await this.dataSource.query(`update zones set changed_at = $2 where zone_id = $1 and changed_at < $2`, [
      zoneId,
      timestamp(now),
    ]);
  }

  /** All of one snapshot: what is committed meanwhile is neither within the goal nor hidden from it. */
  async untold(
    tx: EntityManager,
    zoneId: string,
    told: Watermark,
    { until, now, leadSeconds }: Limit,
  ): Promise<Untold> {
    const [{ head, candidates, ...goal }] = await tx.query<StoredUntold[]>(UNTOLD, [
      zoneId,
      told.sequence,
      timestamp(told.reached),
      timestamp(until),
      until === now,
      leadSeconds,
    ]);
    return {
      goal,
      hasMore: goal.sequence < head || goal.reached < now,
      candidates: candidates.map(candidateOf),
    };
  }

  /** The subscriptions to any of some reservations, with the heads of the zones in which they were made. */
  async watchers(
    tx: EntityManager,
    zoneIds: readonly string[],
    reservationIds: readonly string[],
  ): Promise<Watcher[]> {
    return (await tx.query<Watcher[]>(WATCHERS, [reservationIds, zoneIds])).map(withoutNulls);
  }

  /** Everything up to there is told. */
  async moveOn(tx: EntityManager, zoneId: string, told: Watermark): Promise<void> {
    await tx.query(
      `update reservation_watermarks set sequence = $2, reached = $3, subscribers = $4 where zone_id = $1`,
      [zoneId, told.sequence, timestamp(told.reached), told.subscribers],
    );
    await tx.query(`delete from reservation_changes where zone_id = $1 and sequence <= $2`, [
      zoneId,
      told.sequence,
    ]);
  }
}

interface StoredUntold extends Watermark {
  readonly head: number;
  readonly candidates: readonly StoredCandidate[];
}

interface StoredCandidate {
  readonly current: StoredReservation;
  readonly isNew: boolean;
  readonly madeIn: string | null;
  readonly madeAt: number | null;
  readonly toldUntil: Instant | null;
  /** What it was before a change that this round leaves to the next. */
  readonly later: JsonReservation | null;
  readonly changes: readonly (Omit<RecordedChange, 'before' | 'after'> & {
    readonly before: JsonReservation;
    readonly after: JsonReservation;
  })[];
}

function candidateOf({
  isNew,
  madeIn,
  madeAt,
  toldUntil,
  current,
  changes,
  later,
}: StoredCandidate): Candidate {
  return {
    isNew,
    madeIn: madeIn ?? undefined,
    madeAt: madeAt ?? undefined,
    toldUntil: toldUntil ?? undefined,
    current: later ? reservationFromJson(later) : reservationOf(current),
    changes: changes.map((change) => ({
      ...change,
      before: reservationFromJson(change.before),
      after: reservationFromJson(change.after),
    })),
  };
}
