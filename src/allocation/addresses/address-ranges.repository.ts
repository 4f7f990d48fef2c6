import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { Configuration } from '../../config/configuration.js';
import { constraintOf, isRetryable } from '../../database/constraints.js';
import { lockZone } from '../../database/zone-lock.js';
import { Clock } from '../../kernel/clock.js';
import { addressesIn, lengthOf, spanOf } from '../../kernel/address-span.js';
import { readSpare } from './address-book-reader.js';
import { SMALLEST_BLOCK, spareAddresses, takenOf } from './spare-addresses.js';

/** A requested range that overlaps an existing one. */
export interface RangeOverlap {
  /** Index of the requested range, from 0. */
  readonly index: number;
  readonly range: string;
  readonly zoneId: string;
}

/** Constraints that reject a block which another process has taken since it was read. */
const TAKEN_MEANWHILE: readonly string[] = ['address_ranges_disjoint', 'address_ranges_pkey'];

/**
 * Assigns blocks of the configured address ranges to zones when they need more. A block belongs to one zone for good.
 * This prevents double assignment of an address although zones admit independently.
 */
@Injectable()
export class AddressRangesRepository {
  /** Concurrent calls for a zone share one extension. */
  private readonly underway = new Map<string, Promise<boolean>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a zone one more block, large enough for `count` addresses if one exists. False if the ranges are used up, or
   * if the zone's operator has named its addresses: such a zone gets no other ranges.
   */
  extend(zoneId: string, count: number): Promise<boolean> {
    const underway = this.underway.get(zoneId);
    if (underway) return underway;
    const extension = this.takeSome(zoneId, count).finally(() => this.underway.delete(zoneId));
    this.underway.set(zoneId, extension);
    return extension;
  }

  /**
   * The block that `extend` would take next, if it had taken these already; undefined if there is none. Takes nothing.
   */
  async nextBlock(zoneId: string, count: number, already: readonly string[]): Promise<string | undefined> {
    for (const [range, prefix] of this.blocksFor(count)) {
      const [row] = await this.dataSource.query<{ block: string }[]>(NEXT_BLOCK, [
        zoneId,
        range,
        prefix,
        already,
      ]);
      if (row) return row.block;
    }
    return undefined;
  }

  /** Addresses of the configured ranges that no zone has taken. Any zone without named ranges can get them. */
  async spare(): Promise<number> {
    const { publicIpRanges } = this.configuration;
    if (publicIpRanges.length === 0) return 0;
    return readSpare(this.dataSource.manager, publicIpRanges);
  }

  /**
   * The spare addresses as the zones of a scope see them at some heads: blocks that take effect with a later entry still
   * count as spare.
   */
  async spareAt(db: EntityManager, heads: ReadonlyMap<string, number>): Promise<number> {
    const { publicIpRanges } = this.configuration;
    if (publicIpRanges.length === 0) return 0;
    const [{ taken, ahead }] = await db.query<{ taken: string[]; ahead: number }[]>(TAKEN_AND_AHEAD, [
      publicIpRanges,
      [...heads.keys()],
      [...heads.values()],
    ]);
    return spareAddresses(publicIpRanges, taken) + ahead;
  }

  /** The first range of another zone that overlaps one of these. */
  async overlapElsewhere(zoneId: string, ranges: readonly string[]): Promise<RangeOverlap | undefined> {
    if (ranges.length === 0) return undefined;
    const rows = await this.dataSource.query<RangeOverlap[]>(OVERLAP_ELSEWHERE, [zoneId, ranges]);
    return rows.at(0);
  }

  private async takeSome(zoneId: string, count: number): Promise<boolean> {
    for (const [range, prefix] of this.blocksFor(count)) {
      if (await this.takeBlock(zoneId, range, prefix)) return true;
    }
    return false;
  }

  /** The sizes of blocks to try in each range: large enough for `count` addresses, then smaller ones. */
  private *blocksFor(count: number): Iterable<readonly [range: string, prefix: number]> {
    const wanted = Math.max(0, Math.min(SMALLEST_BLOCK, 32 - Math.ceil(Math.log2(count + 2))));
    for (let prefix = wanted; prefix <= SMALLEST_BLOCK; prefix++) {
      for (const range of this.configuration.publicIpRanges) yield [range, Math.max(prefix, lengthOf(range))];
    }
  }

  /** Takes the first free block of a range. If another process takes it first, tries the next one. */
  private async takeBlock(zoneId: string, range: string, prefix: number): Promise<boolean> {
    for (;;) {
      try {
        return await this.dataSource.transaction((tx) => this.takeFirstFree(tx, zoneId, range, prefix));
      } catch (error) {
        const constraint = constraintOf(error) ?? '';
        if (!TAKEN_MEANWHILE.includes(constraint) && !isRetryable(error)) throw error;
      }
    }
  }

  /**
   * The block takes effect for subscriptions with the zone's next entry: the lock prevents an append until it is stored.
   * On a cluster the ranges lie on every node and the entry on that of the zone, so each has a statement.
   */
  private async takeFirstFree(
    tx: EntityManager,
    zoneId: string,
    range: string,
    prefix: number,
  ): Promise<boolean> {
    const head = await lockZone(tx, zoneId);
    const now = timestamp(this.clock.now());
    const taken = await tx.query<unknown[]>(TAKE_RANGE, [zoneId, range, prefix, now]);
    if (taken.length === 0) return false;
    await tx.query(NOTE_BLOCK, [zoneId, head, addressesIn(spanOf(`0.0.0.0/${prefix}`))]);
    return true;
  }
}

/** $1 ranges, $2 zones, $3 their heads */
const TAKEN_AND_AHEAD = `
select ${takenOf('$1')} as taken,
       (select coalesce(sum(e.owned), 0)::float8
          from unnest($2::text[], $3::bigint[]) as z(zone_id, head)
          join address_entries e on e.zone_id = z.zone_id and e.sequence > z.head
         where e.is_shared and e.owned <> 0) as ahead`;

/** $1 zone, $2 ranges */
const OVERLAP_ELSEWHERE = `
select (named.number - 1)::int as index, r.range::text as range, r.zone_id as "zoneId"
  from unnest($2::inet[]) with ordinality as named(range, number)
  join address_ranges r on r.range && named.range
 where r.zone_id <> $1
 order by named.number, r.range
 limit 1`;

/** The free blocks of a range, for a zone whose operator has named no range. $1 zone, $2 range, $3 prefix length */
const FREE_BLOCKS = `
  from (select set_masklen((host(network($2::cidr))::inet + n * (2::bigint ^ (32 - $3::int))::bigint)::cidr, $3::int) as block
          from generate_series(0, (2::bigint ^ ($3::int - masklen($2::cidr)))::bigint - 1) n) blocks
 where not exists (select from address_ranges r where r.range && blocks.block)
   and not exists (select from address_ranges r where r.zone_id = $1 and r.origin = 'pool')
`;

/** $1, $2, $3 as in FREE_BLOCKS, $4 now */
const TAKE_RANGE = `
  insert into address_ranges (range, zone_id, origin, created_at)
  select block, $1, 'configuration', $4${FREE_BLOCKS}
   order by block
   limit 1
  returning range`;

/** $1 zone, $2 its head, $3 addresses in the block */
const NOTE_BLOCK = `
insert into address_entries (zone_id, sequence, starts_at, ends_at, held, owned, is_shared)
values ($1, $2::bigint + 1, to_timestamp(0), 'infinity', 0, $3, true)`;

/** $1, $2, $3 as in FREE_BLOCKS, $4 blocks that are not free either */
const NEXT_BLOCK = `
select block::text${FREE_BLOCKS}
   and not exists (select from unnest($4::inet[]) as already(range) where already.range && blocks.block)
 order by block
 limit 1`;
