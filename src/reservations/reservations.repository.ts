import { Injectable } from '@nestjs/common';
import { DataSource, In, type Repository } from 'typeorm';
import type { Claim, ReservationRecord } from '../allocation/records.js';
import { timestamp } from '../database/columns.js';
import { inOrder, listKeys } from '../database/key-list.js';
import { hidden, queryPrepared } from '../database/prepared.js';
import { Batches } from '../kernel/batches.js';
import { CLASSES_OF_KIND, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import { BUILT_IN_CLASSES, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { ClaimEntity, ReservationEntity } from './reservation.entity.js';
import { RESERVATIONS, reservationsWith, type ReservationFilter } from './reservation-list.js';

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

const HISTORY = `
select sequence::float8 as sequence, extract(epoch from recorded_at)::float8 as "recordedAt", provider_id as "providerId",
       moves, owner_kind as "ownerKind", owner_id as "ownerId", amounts,
       extract(epoch from starts_at)::float8 as start, extract(epoch from ends_at)::float8 as "end"
  from ledger_entries
 where zone_id = $1
   and owner_id in (select $2::uuid union all select id from instances where zone_id = $1 and reservation_id = $2)
 order by sequence
 limit 1000`;

/** The instances of each are looked up by themselves (`offset 0` says so); $1 now, $2 how many at most */
const DUE_TO_LAPSE = {
  name: 'due-to-lapse',
  text: `
select id, zone_id as "zoneId"
  from reservations r
 where expires_at <= ${hidden(1, 'timestamptz')} and ended_at is null and ends_at > ${hidden(1, 'timestamptz')}
   and not exists (select from (select zone_id, state from instances where reservation_id = r.id offset 0) i
                    where i.zone_id = r.zone_id and i.state <> 'error')
 order by expires_at
 limit ${hidden(2, 'int')}`,
};

/** $1 now */
const ZONES_IN_CONFLICT = {
  name: 'zones-in-conflict',
  text: `
select distinct zone_id as "zoneId"
  from reservations
 where status = 'conflict' and ends_at > ${hidden(1, 'timestamptz')}`,
};

@Injectable()
export class ReservationsRepository {
  private readonly reservations: Repository<ReservationEntity>;
  private readonly claims: Repository<ClaimEntity>;
  private readonly lookups = new Batches<string, ReservationRecord | undefined>(async (ids) => {
    const found = await this.find(ids);
    return ids.map((id) => found.get(id));
  }, MOST_FOUND_AT_ONCE);

  constructor(private readonly dataSource: DataSource) {
    this.reservations = dataSource.getRepository(ReservationEntity);
    this.claims = dataSource.getRepository(ClaimEntity);
  }

  async find(ids: readonly string[]): Promise<Map<string, ReservationRecord>> {
    const found = await this.reservations.findBy({ id: In([...ids]) });
    return new Map(found.map((entity) => [entity.id, entity.toRecord()]));
  }

  findOne(id: string): Promise<ReservationRecord | undefined> {
    return this.lookups.add(id);
  }

  claimsOf(record: ReservationRecord): Promise<Claim[]> {
    return this.claims.findBy({ zoneId: record.zoneId, reservationId: record.id });
  }

  history(record: ReservationRecord): Promise<HistoryLine[]> {
    return this.dataSource.query<HistoryLine[]>(HISTORY, [record.zoneId, record.id]);
  }

  /** Live reservations of a northbound kind by id, oldest first, from after `cursor` on. */
  async pageOfKind(
    kind: NorthboundKind,
    now: Instant,
    limit: number,
    cursor?: string,
  ): Promise<ReservationRecord[]> {
    const kinds = kind === 'compute' ? ['compute', 'containers'] : [kind];
    // Custom classes count as compute.
    const ofKind =
      kind === 'compute'
        ? `(r.amounts ?| array[:...classes] or r.amounts - array[:...builtIn] <> '{}')`
        : `r.amounts ?| array[:...classes]`;
    const page = this.reservations
      .createQueryBuilder('r')
      .where('r.ended_at is null and r.ends_at > :now', { now: timestamp(now) })
      .andWhere(`(r.kind in (:...kinds) or r.kind = 'mixed' and ${ofKind})`, {
        kinds,
        classes: CLASSES_OF_KIND[kind],
        builtIn: [...BUILT_IN_CLASSES.keys()],
      })
      .orderBy('r.id')
      .take(limit);
    if (cursor !== undefined) page.andWhere('r.id > :cursor', { cursor });
    return (await page.getMany()).map((entity) => entity.toRecord());
  }

  /** Reservations by their ids, ended ones included. */
  async list(filter: ReservationFilter, now: Instant, range: ListRange): Promise<Listed<ReservationRecord>> {
    const keys = await listKeys(this.dataSource, RESERVATIONS, reservationsWith(filter, now), range);
    return inOrder(keys, await this.find(keys.rows));
  }

  /** Reservations whose expiry has passed without an instance ever having come up in them. */
  dueToLapse(now: Instant, limit: number): Promise<{ id: string; zoneId: string }[]> {
    return queryPrepared(this.dataSource.manager, DUE_TO_LAPSE, [timestamp(now), limit]);
  }

  /** Zones in which some reservation waits to be admitted again. */
  async zonesInConflict(now: Instant): Promise<string[]> {
    const { manager } = this.dataSource;
    const rows = await queryPrepared<{ zoneId: string }>(manager, ZONES_IN_CONFLICT, [timestamp(now)]);
    return rows.map(({ zoneId }) => zoneId);
  }
}
