import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { timestamp } from '../database/columns.js';
import { layoutOf, type DatabaseLayout, zoneAway } from '../database/layout.js';
import { entitiesById, type Reading } from '../database/entities-by-id.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { queryZones, zonesRead, type ZonesRead } from '../database/across-zones.js';
import { LookUps } from '../kernel/look-ups.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isInView } from '../kernel/principal.js';
import type { Instant } from '../kernel/time-window.js';
import { HAS_DRAWN, isDrawnIn } from '../allocation/ledger/drawn.js';
import { ReservationEntity } from '../allocation/ledger/reservation.entity.js';
import {
  liveOfKind,
  RESERVATIONS,
  reservationsWith,
  type ReservationListFilter,
} from './reservation-list.js';

/** Each may have a MiB. */
const MAX_FOUND_AT_ONCE = 32;

/** A million rows that have ended, which takes some seconds. */
const MAX_EMPTY_PAGES = 100;

/** Reservations ended per turn. */
export const MAX_DUE = 500;

/** Looks up the instances of each reservation separately (`offset 0`); $1 now, $2 only those that expired after this instant, $3 zones left out */
const DUE_TO_LAPSE = zonesRead(
  'due-to-lapse',
  3,
  ({ value, isCluster, inReach }) => `
select id, zone_id as "zoneId"
  from reservations r
 where expires_at <= ${value(1, 'timestamptz')} and expires_at > ${value(2, 'timestamptz')} and ended_at is null and status <> 'waiting' and ends_at > ${value(1, 'timestamptz')}
   and not was_drawn
   and not exists (select 1 from ${isCluster ? 'instances' : '(select * from instances where reservation_id = r.id offset 0)'} i
                    where i.zone_id = r.zone_id and i.reservation_id = r.id and ${HAS_DRAWN}${inReach('i.zone_id')})
   and zone_id <> all (${value(3, 'text[]')})${inReach('r.zone_id')}
 order by expires_at
 limit ${MAX_DUE}`,
);

/** The expiry of a waiting reservation ends its wait. $1 now, $2 zones left out */
const OVERDUE_WAITS = zonesRead(
  'overdue-waits',
  2,
  ({ value, inReach }) => `
select id, zone_id as "zoneId"
  from reservations
 where status = 'waiting' and least(wait_until, expires_at, ends_at) <= ${value(1, 'timestamptz')}
   and zone_id <> all (${value(2, 'text[]')})${inReach('zone_id')}
 limit ${MAX_DUE}`,
);

/**
 * The zones with a reservation that meets a condition and is due. On one server a few look-ups for each zone with one that meets the
 * condition, however many do: before version 18 PostgreSQL reads them all to find the zones. $1 now
 */
function zonesWith(name: string, condition: string, due: (now: string) => string): ZonesRead {
  return zonesRead(name, 1, ({ value, isCluster, inReach }) => {
    const isDue = due(value(1, 'timestamptz'));
    if (isCluster)
      return `
select distinct zone_id as "zoneId"
  from reservations
 where ${condition} and ${isDue}${inReach('zone_id')}`;
    return `
with recursive found as (
  (select zone_id from reservations where ${condition} order by zone_id limit 1)
  union all
  select (select zone_id from reservations where ${condition} and zone_id > f.zone_id order by zone_id limit 1)
    from found f
   where f.zone_id is not null)
select zone_id as "zoneId"
  from found f
 where exists (select from reservations where zone_id = f.zone_id and ${condition} and ${isDue})`;
  });
}

const ZONES_WITH_OVERDUE_HOLDS = zonesWith(
  'zones-with-overdue-holds',
  'held_until is not null and ended_at is null',
  (now) => `held_until <= ${now}`,
);

const ZONES_IN_CONFLICT = zonesWith('zones-in-conflict', `status = 'conflict'`, (now) => `ends_at > ${now}`);

/** Zones with a waiting reservation that has begun. */
const ZONES_AWAITED = zonesWith('zones-awaited', `status = 'waiting'`, (now) => `starts_at <= ${now}`);

/** The nodes of a cluster commit one after the other, so for a moment one that moves is seen on neither. */
const LOOKS_ON_CLUSTER = 3;
const LOOK_PAUSE_MS = 50;

@Injectable()
export class ReservationsRepository {
  private readonly lookUps = new LookUps((ids) => this.findEverywhere(ids), MAX_FOUND_AT_ONCE);

  constructor(
    @InjectRepository(ReservationEntity) private readonly reservations: Repository<ReservationEntity>,
  ) {}

  /**
   * On one server, look-ups of one share a statement. On a cluster, where one must not fail or wait because of another's node, ids that
   * name a zone are looked up there first. All zones are asked for the others, and for those that have moved.
   *
   * @param view the tenant to which it is limited, for ids that a caller names
   * @param without a property that is not read
   * @throws DomainError `database-unavailable` if one is not found in the view and may lie in a zone whose node does not
   *   answer
   */
  async find(
    ids: readonly string[],
    view?: string,
    without?: keyof ReservationEntity,
  ): Promise<Map<string, ReservationRecord>> {
    const layout = layoutOf(this.reservations.manager.dataSource);
    if (!layout.isDistributed) {
      const isOne = ids.length === 1 && without === undefined;
      return inView(view, await (isOne ? this.lookUp(ids[0]) : this.findEverywhere(ids, { without })));
    }
    const found = inView(view, await this.findInNamedZones(ids, layout, without));
    for (let look = 1; look <= LOOKS_ON_CLUSTER; look++) {
      const others = ids.filter((id) => !found.has(id));
      if (others.length === 0) return found;
      if (look > 1) await pause(LOOK_PAUSE_MS);
      const { zonesInReach } = layout;
      const elsewhere = await this.findEverywhere(others, { zoneIds: zonesInReach, without });
      for (const [id, record] of inView(view, elsewhere)) found.set(id, record);
    }
    if (layout.zonesInReach && found.size < new Set(ids).size) throw zoneAway();
    return found;
  }

  /** As `find`. */
  async findOne(id: string, view: string | undefined): Promise<ReservationRecord | undefined> {
    return (await this.find([id], view)).get(id);
  }

  private async lookUp(id: string): Promise<Map<string, ReservationRecord>> {
    const found = await this.lookUps.find(id);
    return new Map(found && [[id, found]]);
  }

  private async findInNamedZones(
    ids: readonly string[],
    layout: DatabaseLayout,
    without?: keyof ReservationEntity,
  ): Promise<Map<string, ReservationRecord>> {
    const idsOf = new Map<string, string[]>();
    for (const id of ids) {
      for (const zoneId of layout.zonesOf(id)) idsOf.set(zoneId, [...(idsOf.get(zoneId) ?? []), id]);
    }
    const parts = [...idsOf]
      .filter(([zoneId]) => !layout.isAway(zoneId))
      .map(([zoneId, own]) => this.findEverywhere(own, { zoneIds: [zoneId], without }));
    return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  }

  private async findEverywhere(
    ids: readonly string[],
    reading?: Reading,
  ): Promise<Map<string, ReservationRecord>> {
    const found = await entitiesById(this.reservations.manager, ReservationEntity, ids, reading);
    return new Map(found.map((entity) => [entity.id, entity.toRecord()]));
  }

  /**
   * Live reservations of a northbound kind by their ids; with `tenant` only its own. One may have ended meanwhile. Empty pages are passed
   * over, up to a limit, because a client that knows only the contract doesn't follow `next`.
   */
  async pageOfKind(
    tenant: string | undefined,
    kind: NorthboundKind,
    now: Instant,
    range: ListRange,
  ): Promise<Listed<ReservationRecord>> {
    const live = liveOfKind(kind, now, tenant);
    let keys = await listKeys(this.reservations, RESERVATIONS, live, range);
    for (
      let passed = 0;
      keys.rows.length === 0 && keys.next !== undefined && passed < MAX_EMPTY_PAGES;
      passed++
    ) {
      // Only a page along the list is empty and goes on: there are too many live ones to look up each.
      const along = { ...live, among: [] };
      keys = await listKeys(this.reservations, RESERVATIONS, along, { ...range, after: keys.next });
    }
    return boundedPage(keys, (some) => this.find(some));
  }

  /** Reservations by their ids, ended ones included, without their containers; with `tenant` only its own. */
  async list(
    tenant: string | undefined,
    filter: ReservationListFilter,
    now: Instant,
    range: ListRange,
  ): Promise<Listed<ReservationRecord>> {
    const keys = await listKeys(
      this.reservations,
      RESERVATIONS,
      reservationsWith(filter, now, tenant),
      range,
    );
    // The containers may have a MiB.
    return boundedPage(keys, (some) => this.find(some, undefined, 'containers'));
  }

  /** Reservations whose expiry has passed after an instant, and on which no instance has drawn; the first `MAX_DUE`. */
  dueToLapse(
    now: Instant,
    after: Instant,
    except: readonly string[] = [],
  ): Promise<{ id: string; zoneId: string }[]> {
    const values = [timestamp(now), timestamp(after), except];
    return queryZones(this.reservations.manager, DUE_TO_LAPSE, values);
  }

  /** Whether an instance has drawn on it, in its zone or in one that it has left, so that its expiry does not release it. */
  async wasDrawn({ zoneId, id, wasDrawn }: ReservationRecord): Promise<boolean> {
    return wasDrawn ?? isDrawnIn(this.reservations.manager, zoneId, id);
  }

  /** The live reservations of a series that start after `now`, in order. */
  async aheadOfSeries(seriesId: string, now: Instant): Promise<ReservationRecord[]> {
    const found = await this.reservations
      .createQueryBuilder('r')
      .where('r.series_id = :seriesId and r.ended_at is null and r.starts_at > :now', {
        seriesId,
        now: timestamp(now),
      })
      .orderBy('r.starts_at')
      .addOrderBy('r.id')
      .getMany();
    return found.map((entity) => entity.toRecord());
  }

  /** Waiting reservations whose deadline has passed, which is not recorded yet. */
  overdueWaits(now: Instant, except: readonly string[]): Promise<{ id: string; zoneId: string }[]> {
    return queryZones(this.reservations.manager, OVERDUE_WAITS, [timestamp(now), except]);
  }

  /** Zones with a reservation in conflict. */
  zonesInConflict(now: Instant): Promise<string[]> {
    return this.zonesOf(ZONES_IN_CONFLICT, now);
  }

  /** Zones with a waiting reservation that has begun, so that the passage of time may let it fit. */
  zonesAwaited(now: Instant): Promise<string[]> {
    return this.zonesOf(ZONES_AWAITED, now);
  }

  /** Zones with a reservation whose hold is over, which is not recorded yet. */
  zonesWithOverdueHolds(now: Instant): Promise<string[]> {
    return this.zonesOf(ZONES_WITH_OVERDUE_HOLDS, now);
  }

  private async zonesOf(statement: ZonesRead, now: Instant): Promise<string[]> {
    const { manager } = this.reservations;
    const rows = await queryZones<{ zoneId: string }>(manager, statement, [timestamp(now)]);
    return rows.map(({ zoneId }) => zoneId);
  }
}

function inView(
  view: string | undefined,
  found: ReadonlyMap<string, ReservationRecord>,
): Map<string, ReservationRecord> {
  return new Map([...found].filter(([, { tenant }]) => isInView(view, tenant)));
}
