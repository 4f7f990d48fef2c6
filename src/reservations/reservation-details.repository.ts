import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { HeldReservation, InstanceRecord } from '../allocation/admission/records.js';
import { LedgerEntryEntity } from '../allocation/ledger/ledger-entry.entity.js';
import { ReservationEntity } from '../allocation/ledger/reservation.entity.js';
import { claimOf, instanceOf, reservationOf, type StoredClaim } from '../allocation/ledger/stored-rows.js';
import { entityFromJson, type JsonRow } from '../database/entity-columns.js';
import { layoutOf } from '../database/layout.js';
import { queryPrepared, type PreparedStatement } from '../database/prepared.js';
import { ReservationsRepository } from './reservations.repository.js';

/** A reservation with the first of its instances, ended ones too, and the first lines of its history. */
export interface StoredDetails extends Omit<HeldReservation, 'instances'> {
  readonly instances: readonly InstanceRecord[];
  readonly history: readonly LedgerEntryEntity[];
}

interface DetailsRow {
  readonly reservation: JsonRow;
  readonly claims: readonly StoredClaim[];
  readonly instances: readonly JsonRow[];
  readonly history: readonly JsonRow[];
}

/** A long reservation may have had any number. */
const MAX_INSTANCES = 1_000;

const MAX_OF_HISTORY = 1_000;

/**
 * A reservation with all that is told of it. If it has more instances than are told, those that have ended are left out first. An
 * instance that draws on it has two entries at least, and its id says when it was made, so the first of them have the first entries.
 *
 * $1 reservation, $2 the tenant whose it must be, null: anybody's
 *
 * @param zone of the reservation
 * @param inZone a condition of each look-up. Without statistics an index of the zone seems to help: a look-up would read the zone's
 *   whole ledger, or all its instances
 */
function detailsWith(name: string, zone: string, inZone: string): PreparedStatement {
  const ofReservation = `(select * from instances where ${inZone}reservation_id = r.id offset 0) i where i.zone_id = ${zone}`;
  return {
    name,
    text: `
select to_json(r) as reservation,
       (select coalesce(json_agg(to_json(c)), '[]')
          from claims c
         where c.zone_id = ${zone} and c.reservation_id = r.id) as claims,
       (select coalesce(json_agg(to_json(i) order by i.id), '[]')
          from (select i.* from ${ofReservation}
                 order by i.state = 'deleted', i.id limit ${MAX_INSTANCES}) i) as instances,
       (select coalesce(json_agg(to_json(e) order by e.sequence), '[]')
          from (select e.*
                  from (select r.id
                         union all
                        (select i.id from ${ofReservation} order by i.id limit ${MAX_OF_HISTORY})) owners
                 cross join lateral (select * from ledger_entries where ${inZone}owner_id = owners.id offset 0) e
                 where e.zone_id = ${zone}
                 order by e.sequence
                 limit ${MAX_OF_HISTORY}) e) as history
  from (select * from reservations where ${inZone}id = $1 offset 0) r
 where $2::text is null or r.tenant = $2`,
  };
}

const DETAILS = detailsWith('reservation-details', 'r.zone_id', '');
/** A cluster must know that it is one zone, $3. */
const DETAILS_ON_CLUSTER = detailsWith('reservation-details-in-zone', '$3', 'zone_id = $3 and ');

@Injectable()
export class ReservationDetailsRepository {
  constructor(
    @InjectRepository(ReservationEntity) private readonly entities: Repository<ReservationEntity>,
    private readonly reservations: ReservationsRepository,
  ) {}

  /**
   * @param view the tenant to which it is limited
   * @throws DomainError `database-unavailable` if it may lie in a zone whose node does not answer
   */
  async find(id: string, view: string | undefined): Promise<StoredDetails | undefined> {
    const isDistributed = layoutOf(this.entities.manager.dataSource).isDistributed;
    if (!isDistributed) return this.read(DETAILS, [id, view ?? null]);
    const found = await this.reservations.findOne(id, view);
    return found && this.read(DETAILS_ON_CLUSTER, [id, view ?? null, found.zoneId]);
  }

  private async read(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<StoredDetails | undefined> {
    const rows = await queryPrepared<DetailsRow>(this.entities.manager, statement, [...values]);
    return rows
      .map(({ reservation, claims, instances, history }) => ({
        record: reservationOf(reservation),
        claims: claims.map(claimOf),
        instances: instances.map(instanceOf),
        history: history.map((row) => entityFromJson(LedgerEntryEntity, row)),
      }))
      .at(0);
  }
}
