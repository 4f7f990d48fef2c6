import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { inOrder, listKeys, type ListTable } from '../database/key-list.js';
import { narrowing } from '../database/narrowing.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';
import { ZoneEntity } from './zone.entity.js';

export interface ZoneOverview {
  readonly zoneId: string;
  readonly createdAt: Instant;
  /** When its last ledger entry was decided. */
  readonly changedAt: Instant;
  /** Number of providers, without retired ones. */
  readonly providers: number;
}

const ZONES: ListTable = { name: 'zones', key: 'zone_id', type: 'text' };

/** $1 names of zones */
const OVERVIEW = `
select z.zone_id as "zoneId",
       floor(extract(epoch from z.created_at))::float8 as "createdAt",
       floor(extract(epoch from coalesce(
         (select e.recorded_at from ledger_entries e where e.zone_id = z.zone_id and e.sequence = z.head),
         z.created_at)))::float8 as "changedAt",
       (select count(*) from providers p where p.zone_id = z.zone_id and p.state <> 'retired')::int as providers
  from zones z
 where z.zone_id = any ($1::text[])`;

@Injectable()
export class ZoneOverviewsRepository {
  constructor(@InjectRepository(ZoneEntity) private readonly zones: Repository<ZoneEntity>) {}

  async find(zoneId: string): Promise<ZoneOverview | undefined> {
    return (await this.overviews([zoneId])).get(zoneId);
  }

  /** Zones by their names. */
  async list(range: ListRange): Promise<Listed<ZoneOverview>> {
    const keys = await listKeys(this.zones, ZONES, narrowing([]), range);
    return inOrder(keys, await this.overviews(keys.rows));
  }

  private async overviews(zoneIds: readonly string[]): Promise<Map<string, ZoneOverview>> {
    const rows = await this.zones.query<ZoneOverview[]>(OVERVIEW, [zoneIds]);
    return new Map(rows.map((zone) => [zone.zoneId, zone]));
  }
}
