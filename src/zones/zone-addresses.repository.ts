import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addressesIn, spanOf } from '../kernel/address-span.js';
import { timestamp } from '../database/columns.js';
import { along } from '../database/criteria.js';
import { inOrder, listKeys, type ListTable } from '../database/key-list.js';
import { narrowing } from '../database/narrowing.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { Instant } from '../kernel/time-window.js';

/** A range of a zone, and its number of free addresses. */
export interface ZoneRange {
  /** A CIDR. */
  readonly range: string;
  /** Named with an increase of capacity, or taken from the configured ranges when the zone was extended. */
  readonly origin: 'named' | 'configured';
  /** Number of addresses usable by reservations. */
  readonly addresses: number;
  readonly freeNow: number;
  /** Held by no reservation, now or later. */
  readonly freeFromNowOn: number;
  readonly createdAt: Instant;
}

const ADDRESS_RANGES: ListTable = { name: 'address_ranges', key: 'range', type: 'cidr' };

/** Counts per range the addresses held now, and those held now or later. $1 zone, $2 ranges, $3 now */
const RANGES = `
select r.range::text as range,
       case r.origin when 'pool' then 'named' else 'configured' end as origin,
       floor(extract(epoch from r.created_at))::float8 as "createdAt",
       held.now::int as "heldNow", held.ever::int as "heldEver"
  from address_ranges r
 cross join lateral (
       select count(distinct a.address) filter (where a.starts_at <= $3::timestamptz) as now,
              count(distinct a.address) as ever
         from address_assignments a
        where a.zone_id = $1 and a.address <<= r.range
          and tstzrange(a.starts_at, a.ends_at) && tstzrange($3::timestamptz, null)) held
 where r.zone_id = $1 and r.range = any ($2::cidr[])`;

type RangeRow = Omit<ZoneRange, 'addresses' | 'freeNow' | 'freeFromNowOn'> & {
  readonly heldNow: number;
  readonly heldEver: number;
};

@Injectable()
export class ZoneAddressesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The ranges of a zone, in the order of their addresses. */
  async list(zoneId: string, now: Instant, range: ListRange): Promise<Listed<ZoneRange>> {
    const ofZone = narrowing([along('t.zone_id', zoneId)]);
    const keys = await listKeys(this.dataSource, ADDRESS_RANGES, ofZone, range);
    const rows = await this.dataSource.query<RangeRow[]>(RANGES, [zoneId, keys.rows, timestamp(now)]);
    return inOrder(keys, new Map(rows.map((row) => [row.range, zoneRange(row)])));
  }
}

function zoneRange({ heldNow, heldEver, ...range }: RangeRow): ZoneRange {
  const addresses = addressesIn(spanOf(range.range));
  return { ...range, addresses, freeNow: addresses - heldNow, freeFromNowOn: addresses - heldEver };
}
