import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { timestamp } from '../database/columns.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';

/** Declared capacity of a class on a provider. */
export interface Declared {
  readonly zoneId: string;
  readonly providerId: string;
  readonly name: ResourceClass;
  /** Now. */
  readonly declared: number;
  /** The maximum from now on. */
  readonly peak: number;
}

/**
 * Adds up the pool entries that are not over, instant by instant. Entries that began in the past count from now.
 *
 * $1 now, $2 providers; null: all
 */
const DECLARED = `
with changes as (
  select p.zone_id, p.provider_id, a.name, greatest(p.starts_at, $1) as at, a.amount::numeric as amount
    from pool_entries p
   cross join jsonb_each_text(p.amounts) as a(name, amount)
   where p.ends_at > $1 and ($2::uuid[] is null or p.provider_id = any($2))
  union all
  select p.zone_id, p.provider_id, a.name, p.ends_at, -a.amount::numeric
    from pool_entries p
   cross join jsonb_each_text(p.amounts) as a(name, amount)
   where p.ends_at > $1 and p.ends_at < 'infinity' and ($2::uuid[] is null or p.provider_id = any($2))),
totals as (
  select zone_id, provider_id, name, at,
         sum(sum(amount)) over (partition by zone_id, provider_id, name order by at) as total
    from changes
   group by zone_id, provider_id, name, at)
select zone_id as "zoneId", provider_id as "providerId", name,
       coalesce(max(total) filter (where at = $1), 0)::float8 as declared,
       greatest(max(total), 0)::float8 as peak
  from totals
 group by zone_id, provider_id, name`;

/** Declared capacity, read from the pool entries in one query, without using a zone's loop. */
@Injectable()
export class DeclaredCapacityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param providerIds absent: all */
  declared(now: Instant, providerIds?: readonly string[]): Promise<Declared[]> {
    return this.dataSource.query<Declared[]>(DECLARED, [timestamp(now), providerIds ?? null]);
  }
}
