import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type FindOptionsSelect } from 'typeorm';
import type { Claim, ReservationRecord } from '../allocation/admission/records.js';
import { timestamp } from '../database/columns.js';
import { layoutOf, type DatabaseLayout, zoneAway } from '../database/layout.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { queryZones, zonesRead, type ZonesRead } from '../database/across-zones.js';
import { queryPrepared, type PreparedStatement } from '../database/prepared.js';
import { Batches } from '../kernel/batches.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { inZones } from '../database/rows.js';
import { isInView } from '../kernel/principal.js';
import type { Instant } from '../kernel/time-window.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { ClaimEntity } from '../allocation/ledger/claim.entity.js';
import { ReservationEntity } from '../allocation/ledger/reservation.entity.js';
import {
  liveOfKind,
  RESERVATIONS,
  reservationsWith,
  type ReservationListFilter,
} from './reservation-list.js';

/** One line of a reservation's history, as the ledger has it. */
export interface HistoryLine {
  readonly sequence: number;
  readonly recordedAt: Instant;
  readonly providerId?: string;
  readonly moves: string;
  readonly ownerKind: string;
  readonly ownerId: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly amounts: ResourceAmounts;
}

const MOST_FOUND_AT_ONCE = 256;

const MOST_OF_HISTORY = 1000;

/**
 * The first entries of a reservation and its instances. An instance that draws on it has two entries at least, and its id says when it
 * was made, so the first of them have all that is wanted. $1 zone, $2 reservation
 *
 * @param first a condition of each look-up
 */
function historyWith(name: string, first: string): PreparedStatement {
  return {
    name,
    text: `
with owners as materialized (
  select $2::uuid as id
  union all
  (select id from (select * from instances where ${first}reservation_id = $2 offset 0) i
    where i.zone_id = $1 order by id limit ${MOST_OF_HISTORY}))
select sequence::float8 as sequence, extract(epoch from recorded_at)::float8 as "recordedAt", provider_id as "providerId",
       moves, owner_kind as "ownerKind", owner_id as "ownerId", amounts,
       extract(epoch from starts_at)::float8 as start, extract(epoch from ends_at)::float8 as "end"
  from owners
 cross join lateral (select * from ledger_entries where ${first}owner_id = owners.id offset 0) e
 where e.zone_id = $1
 order by e.sequence
 limit ${MOST_OF_HISTORY}`,
  };
}

/** Without statistics an index of the zone seems to help: a look-up would read the zone's whole ledger, or all its instances. */
const HISTORY = historyWith('history', '');
/** A cluster must know that it is one zone. */
const HISTORY_ON_CLUSTER = historyWith('history-in-zone', 'zone_id = $1 and ');

/** A million rows that have ended, which takes some seconds. */
const MAX_EMPTY_PAGES = 100;

/** Reservations ended per turn. */
export const MOST_DUE = 500;

/** Looks up the instances of each reservation separately (`offset 0`); $1 now, $2 only those that expired after this instant */
const DUE_TO_LAPSE = zonesRead(
  'due-to-lapse',
  2,
  ({ value, isCluster, inReach }) => `
select id, zone_id as "zoneId"
  from reservations r
 where expires_at <= ${value(1, 'timestamptz')} and expires_at > ${value(2, 'timestamptz')} and ended_at is null and status <> 'waiting' and ends_at > ${value(1, 'timestamptz')}
   and not exists (select 1 from ${isCluster ? 'instances' : '(select * from instances where reservation_id = r.id offset 0)'} i
                    where i.zone_id = r.zone_id and i.reservation_id = r.id and i.state <> 'error'${inReach('i.zone_id')})${inReach('r.zone_id')}
 order by expires_at
 limit ${MOST_DUE}`,
);

/** As in `DUE_TO_LAPSE`. $1 zone, $2 reservation */
const WAS_DRAWN = `
select exists (select from instances where zone_id = $1 and reservation_id = $2 and state <> 'error') as drawn`;

/** The expiry of a waiting reservation ends its wait. $1 now */
const OVERDUE_WAITS = zonesRead(
  'overdue-waits',
  1,
  ({ value, inReach }) => `
select id, zone_id as "zoneId"
  from reservations
 where status = 'waiting' and least(wait_until, expires_at, ends_at) <= ${value(1, 'timestamptz')}${inReach('zone_id')}
 limit ${MOST_DUE}`,
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

type Columns = FindOptionsSelect<ReservationEntity>;

@Injectable()
export class ReservationsRepository {
  private readonly lookups = new Batches<string, ReservationRecord | undefined>(async (ids) => {
    const found = await this.findEverywhere(ids);
    return ids.map((id) => found.get(id));
  }, MOST_FOUND_AT_ONCE);

  /** All but the containers, which may have a MiB. */
  private readonly listed: Columns;

  constructor(
    @InjectRepository(ReservationEntity) private readonly reservations: Repository<ReservationEntity>,
    @InjectRepository(ClaimEntity) private readonly claims: Repository<ClaimEntity>,
  ) {
    const names = reservations.metadata.columns.map(({ propertyName }) => propertyName);
    const listed = names.filter((name) => name !== 'containers');
    this.listed = Object.fromEntries(listed.map((name) => [name, true]));
  }

  /**
   * On a cluster, ids that name a zone are looked up there first. All zones are asked for the others, and for those that
   * have moved.
   *
   * @param view the tenant to which it is limited, for ids that a caller names
   * @param select the columns that are read; absent: all
   * @throws DomainError `database-unavailable` if one is not found in the view and may lie in a zone whose node does not
   *   answer
   */
  async find(
    ids: readonly string[],
    view?: string,
    select?: Columns,
  ): Promise<Map<string, ReservationRecord>> {
    const layout = layoutOf(this.reservations.manager.dataSource);
    if (!layout.isDistributed) return inView(view, await this.findEverywhere(ids, { select }));
    const found = inView(view, await this.findInNamedZones(ids, layout, select));
    const others = ids.filter((id) => !found.has(id));
    if (others.length === 0) return found;
    const { zonesInReach } = layout;
    const elsewhere = inView(view, await this.findEverywhere(others, { zoneIds: zonesInReach, select }));
    if (layout.zonesInReach && elsewhere.size < new Set(others).size) throw zoneAway();
    return new Map([...found, ...elsewhere]);
  }

  /** As `find`. On one server, look-ups share a statement. On a cluster, one must not fail or wait because of another's node. */
  async findOne(id: string, view: string | undefined): Promise<ReservationRecord | undefined> {
    const isDistributed = layoutOf(this.reservations.manager.dataSource).isDistributed;
    if (isDistributed) return (await this.find([id], view)).get(id);
    const found = await this.lookups.add(id);
    return found && isInView(view, found.tenant) ? found : undefined;
  }

  private async findInNamedZones(
    ids: readonly string[],
    layout: DatabaseLayout,
    select?: Columns,
  ): Promise<Map<string, ReservationRecord>> {
    const idsOf = new Map<string, string[]>();
    for (const id of ids) {
      for (const zoneId of layout.zonesOf(id)) idsOf.set(zoneId, [...(idsOf.get(zoneId) ?? []), id]);
    }
    const parts = [...idsOf]
      .filter(([zoneId]) => !layout.isAway(zoneId))
      .map(([zoneId, own]) => this.findEverywhere(own, { zoneIds: [zoneId], select }));
    return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  }

  private async findEverywhere(
    ids: readonly string[],
    { zoneIds, select }: { readonly zoneIds?: readonly string[]; readonly select?: Columns } = {},
  ): Promise<Map<string, ReservationRecord>> {
    const found = await this.reservations.find({ select, where: { id: In([...ids]), ...inZones(zoneIds) } });
    return new Map(found.map((entity) => [entity.id, entity.toRecord()]));
  }

  claimsOf(record: ReservationRecord): Promise<Claim[]> {
    return this.claims.findBy({ zoneId: record.zoneId, reservationId: record.id });
  }

  history(record: ReservationRecord): Promise<HistoryLine[]> {
    const { manager } = this.reservations;
    const statement = layoutOf(manager.dataSource).isDistributed ? HISTORY_ON_CLUSTER : HISTORY;
    return queryPrepared<HistoryLine>(manager, statement, [record.zoneId, record.id]);
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
    return boundedPage(keys, (some) => this.find(some, undefined, this.listed));
  }

  /** Reservations whose expiry has passed after an instant, without an active instance in them ever; the first `MOST_DUE`. */
  dueToLapse(now: Instant, after: Instant): Promise<{ id: string; zoneId: string }[]> {
    return queryZones(this.reservations.manager, DUE_TO_LAPSE, [timestamp(now), timestamp(after)]);
  }

  /** Whether an instance has drawn on it in its zone, so that its expiry does not release it. */
  async wasDrawn({ zoneId, id }: ReservationRecord): Promise<boolean> {
    const [{ drawn }] = await this.reservations.query<{ drawn: boolean }[]>(WAS_DRAWN, [zoneId, id]);
    return drawn;
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
  overdueWaits(now: Instant): Promise<{ id: string; zoneId: string }[]> {
    return queryZones(this.reservations.manager, OVERDUE_WAITS, [timestamp(now)]);
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
