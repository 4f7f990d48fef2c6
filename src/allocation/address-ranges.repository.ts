import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { Configuration } from '../config/configuration.js';
import { constraintOf, isRetryable } from '../database/constraints.js';
import { Clock } from '../kernel/clock.js';
import { lengthOf } from './address-span.js';
import { SMALLEST_BLOCK, spareAddresses } from './spare-addresses.js';

/** A range that was named, and one that has some of its addresses already. */
export interface RangeOverlap {
  /** Which of those that were named, counted from 0. */
  readonly index: number;
  readonly range: string;
  readonly zoneId: string;
}

/** What refuses a block that another process has taken in the meantime. */
const TAKEN_MEANWHILE: readonly string[] = ['address_ranges_disjoint', 'address_ranges_pkey'];

/**
 * Hands blocks of the configured address ranges to zones as they need them. A block belongs to one zone for good,
 * which is what keeps an address from being given twice although zones admit independently.
 */
@Injectable()
export class AddressRangesRepository {
  /** One extension of a zone serves all that wait for it. */
  private readonly underway = new Map<string, Promise<boolean>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a zone one more block, large enough for `count` addresses if there is such a one. False when the ranges are
   * used up, and for a zone whose operator has named its addresses: then no others are given there.
   */
  extend(zoneId: string, count: number): Promise<boolean> {
    const underway = this.underway.get(zoneId);
    if (underway) return underway;
    const extension = this.takeSome(zoneId, count).finally(() => this.underway.delete(zoneId));
    this.underway.set(zoneId, extension);
    return extension;
  }

  /** How many addresses of the configured ranges no zone has yet: any zone can be given them that has named no ranges. */
  async spare(): Promise<number> {
    const { publicIpRanges } = this.configuration;
    if (publicIpRanges.length === 0) return 0;
    const [{ taken }] = await this.dataSource.query<{ taken: string[] }[]>(TAKEN, [publicIpRanges]);
    return spareAddresses(publicIpRanges, taken);
  }

  /** The first range of another zone that shares addresses with one of these. */
  async overlapElsewhere(zoneId: string, ranges: readonly string[]): Promise<RangeOverlap | undefined> {
    if (ranges.length === 0) return undefined;
    const rows = await this.dataSource.query<RangeOverlap[]>(OVERLAP_ELSEWHERE, [zoneId, ranges]);
    return rows.at(0);
  }

  private async takeSome(zoneId: string, count: number): Promise<boolean> {
    const wanted = Math.max(0, Math.min(SMALLEST_BLOCK, 32 - Math.ceil(Math.log2(count + 2))));
    for (let prefix = wanted; prefix <= SMALLEST_BLOCK; prefix++) {
      for (const range of this.configuration.publicIpRanges) {
        if (await this.takeBlock(zoneId, range, Math.max(prefix, lengthOf(range)))) return true;
      }
    }
    return false;
  }

  /** The first free block of a range; another process may take it first, then the next one is tried. */
  private async takeBlock(zoneId: string, range: string, prefix: number): Promise<boolean> {
    for (;;) {
      try {
        const rows = await this.dataSource.query<unknown[]>(TAKE_BLOCK, [
          zoneId,
          range,
          prefix,
          timestamp(this.clock.now()),
        ]);
        return rows.length > 0;
      } catch (error) {
        const constraint = constraintOf(error) ?? '';
        if (!TAKEN_MEANWHILE.includes(constraint) && !isRetryable(error)) throw error;
      }
    }
  }
}

/** $1 ranges */
const TAKEN = `select array(select range::text from address_ranges where range && any ($1::inet[])) as taken`;

/** $1 zone, $2 ranges */
const OVERLAP_ELSEWHERE = `
select (named.number - 1)::int as index, r.range::text as range, r.zone_id as "zoneId"
  from unnest($2::inet[]) with ordinality as named(range, number)
  join address_ranges r on r.range && named.range
 where r.zone_id <> $1
 order by named.number, r.range
 limit 1`;

/** $1 zone, $2 range, $3 prefix length of the blocks, $4 now */
const TAKE_BLOCK = `
insert into address_ranges (range, zone_id, origin, created_at)
select block, $1, 'configuration', $4
  from (select set_masklen((host(network($2::cidr))::inet + n * (2::bigint ^ (32 - $3::int))::bigint)::cidr, $3::int) as block
          from generate_series(0, (2::bigint ^ ($3::int - masklen($2::cidr)))::bigint - 1) n) blocks
 where not exists (select from address_ranges r where r.range && blocks.block)
   and not exists (select from address_ranges r where r.zone_id = $1 and r.origin = 'pool')
 order by block
 limit 1
returning range`;
