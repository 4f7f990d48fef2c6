import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual, type EntityManager } from 'typeorm';
import { OPEN_WATERMARK } from '../../allocation/ledger/moved-reservation.js';
import {
  reservationFromJson,
  type JsonReservation,
  type ReservationRecord,
} from '../../allocation/admission/records.js';
import { reservationOf } from '../../allocation/ledger/stored-rows.js';
import { timestamp } from '../../database/columns.js';
import { ReservationChangeEntity } from '../../allocation/ledger/reservation-change.entity.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { queryZones } from '../../database/across-zones.js';
import { layoutOf } from '../../database/layout.js';
import { queryPrepared } from '../../database/prepared.js';
import { ReservationWatermarkEntity } from './reservation-watermark.entity.js';
import { withoutNulls } from '../../database/rows.js';
import type { Instant } from '../../kernel/time-window.js';
import {
  IS_WATCHED,
  LOCK,
  MANY_UNTOLD,
  MANY_UNTOLD_ON_CLUSTER,
  UNTOLD,
  UNTOLD_ON_CLUSTER,
  WATCHERS,
  ZONES_DUE,
} from './reservation-changes.statement.js';
import type { RecordedChange, RecordedCreation } from './reservation-story.js';

/** Up to where a zone's reservation changes have been sent. */
export interface Watermark {
  readonly sequence: number;
  readonly reached: Instant;
  /** The version of the subscriptions at that point. */
  readonly subscribers: number;
}

/** The input of one round: changes between a watermark and the next. */
export interface Untold {
  /** The next watermark. */
  readonly goal: Watermark;
  /** More changes follow. */
  readonly hasMore: boolean;
  /** In parts. They can be taken once, while the transaction lasts. */
  readonly candidates: Iterable<readonly Candidate[]> | AsyncIterable<readonly Candidate[]>;
}

/** The upper bound of a round. */
export interface Limit {
  readonly until: Instant;
  /** If equal to the upper bound, all committed changes are included. */
  readonly now: Instant;
  readonly leadSeconds: number;
}

/** A reservation that may have changes to send. */
export interface Candidate {
  /** It moved here, and was created after the watermark of the zone it left. */
  readonly isNew: boolean;
  /** If it moved here since: the instant up to which its changes were sent. */
  readonly toldUntil?: Instant;
  /** It was created since the watermark. */
  readonly creation?: RecordedCreation;
  readonly current: ReservationRecord;
  readonly changes: readonly RecordedChange[];
}

export interface Watcher {
  readonly id: string;
  /** Limits it to reservations of this tenant; absent: of all tenants. */
  readonly tenant?: string;
  readonly callbackUri?: string;
  readonly since: number;
  readonly createdAt: Instant;
  /** Which of those asked for; empty: all reservations. */
  readonly reservationIds: readonly string[];
}

@Injectable()
export class ReservationChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isWatched(): Promise<boolean> {
    const [{ found }] = await queryPrepared<{ found: boolean }>(this.dataSource.manager, IS_WATCHED, []);
    return found;
  }

  /** Zones with changes to send. Without `now` it looks for changes by admissions only. */
  async zonesDue(leadSeconds: number, now?: Instant): Promise<string[]> {
    const values = [now === undefined ? null : timestamp(now), leadSeconds];
    const rows = layoutOf(this.dataSource).isDistributed
      ? await queryZones<{ zone_id: string }>(this.dataSource.manager, ZONES_DUE, values)
      : await this.dataSource.query<{ zone_id: string }[]>(ZONES_DUE.onServer.text, values);
    return rows.map(({ zone_id }) => zone_id);
  }

  /** Undefined while another process has locked the zone. A zone that is younger than all subscriptions starts here. */
  async lock(tx: EntityManager, zoneId: string): Promise<Watermark | undefined> {
    await tx.query(OPEN_WATERMARK, [zoneId]);
    return (await tx.query<Watermark[]>(LOCK, [zoneId])).at(0);
  }

  /**
   * Moves the zone's time on. An append decided before `now` is either stored before this returns, or refused and
   * decided again.
   */
  async advanceZoneClock(zoneId: string, now: Instant): Promise<void> {
    await this.dataSource.query(`update zones set changed_at = $2 where zone_id = $1 and changed_at < $2`, [
      zoneId,
      timestamp(now),
    ]);
  }

  /** Reads one snapshot, so a concurrent commit is neither within the goal nor missed by the next round. */
  async untold(
    tx: EntityManager,
    zoneId: string,
    told: Watermark,
    { until, now, leadSeconds }: Limit,
  ): Promise<Untold> {
    const isDistributed = layoutOf(tx.dataSource).isDistributed;
    const values = [
      zoneId,
      told.sequence,
      timestamp(told.reached),
      timestamp(until),
      until === now,
      leadSeconds,
    ];
    const [few] = await tx.query<StoredUntold[]>(isDistributed ? UNTOLD_ON_CLUSTER : UNTOLD, values);
    const { head, sequence, reached, subscribers, candidates } = few.candidates
      ? { ...few, candidates: [few.candidates.map(candidateOf)] }
      : await manyUntold(tx, isDistributed, values, few.atOnce);
    const goal = { sequence, reached, subscribers };
    return { goal, hasMore: sequence < head || reached < now, candidates };
  }

  /** Subscriptions to any of these reservations. */
  async watchers(
    tx: EntityManager,
    reservations: readonly Pick<ReservationRecord, 'id' | 'tenant'>[],
  ): Promise<Watcher[]> {
    const ids = [...new Set(reservations.map(({ id }) => id))];
    const tenants = [...new Set(reservations.flatMap(({ tenant }) => tenant ?? []))];
    return (await tx.query<Watcher[]>(WATCHERS, [ids, tenants])).map(withoutNulls);
  }

  /** Stores the watermark. */
  async moveOn(tx: EntityManager, zoneId: string, told: Watermark): Promise<void> {
    const { sequence, reached, subscribers } = told;
    await tx.update(ReservationWatermarkEntity, { zoneId }, { sequence, reached, subscribers });
    await tx.delete(ReservationChangeEntity, { zoneId, sequence: LessThanOrEqual(sequence) });
  }
}

interface StoredUntold extends Watermark {
  readonly head: number;
  /** Null: they are too many for one row, or too large. */
  readonly candidates: readonly StoredCandidate[] | null;
  /** Number of candidates that are to be read at once. */
  readonly atOnce: number;
}

/** Without a candidate: there is none. */
type UntoldRow = Omit<StoredUntold, 'candidates' | 'atOnce'> & { readonly candidate: StoredCandidate | null };

/**
 * Any number of reservations may begin or end in one second, at which a round can't be cut. A cursor reads them part by
 * part in one snapshot, which is later than that of the statement that found them to be many.
 */
async function manyUntold(
  tx: EntityManager,
  isDistributed: boolean,
  values: unknown[],
  atOnce: number,
): Promise<Omit<StoredUntold, 'candidates' | 'atOnce'> & Pick<Untold, 'candidates'>> {
  const statement = isDistributed ? MANY_UNTOLD_ON_CLUSTER : MANY_UNTOLD;
  const fetch = (): Promise<UntoldRow[]> => tx.query(`fetch ${atOnce} from untold`);
  await tx.query(`declare untold no scroll cursor for ${statement}`, values);
  const first = await fetch();
  const [{ head, sequence, reached, subscribers }] = first;
  return { head, sequence, reached, subscribers, candidates: partsFrom(first, fetch) };
}

async function* partsFrom(
  first: readonly UntoldRow[],
  fetch: () => Promise<UntoldRow[]>,
): AsyncGenerator<Candidate[]> {
  for (let rows = first; rows.length > 0; rows = await fetch())
    yield rows.flatMap(({ candidate }) => (candidate ? [candidateOf(candidate)] : []));
}

interface StoredCandidate {
  readonly current: JsonRow;
  readonly isNew: boolean;
  readonly toldUntil: Instant | null;
  /** Its state before a change that is left to the next round. */
  readonly later: JsonReservation | null;
  readonly changes: readonly StoredChange[];
}

/** Both null: the reservation was created. */
interface StoredChange extends RecordedCreation {
  readonly before: JsonReservation | null;
  readonly after: JsonReservation | null;
}

function candidateOf({ isNew, toldUntil, current, changes, later }: StoredCandidate): Candidate {
  return {
    isNew,
    creation: changes.find(({ after }) => after === null),
    toldUntil: toldUntil ?? undefined,
    current: later ? reservationFromJson(later) : reservationOf(current),
    changes: changes.flatMap(({ before, after, ...change }) =>
      before && after
        ? [{ ...change, before: reservationFromJson(before), after: reservationFromJson(after) }]
        : [],
    ),
  };
}
