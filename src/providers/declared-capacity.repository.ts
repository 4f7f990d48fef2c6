import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { layoutOf } from '../database/layout.js';
import { hidden, queryPrepared, type PreparedStatement } from '../database/prepared.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { Provider } from './provider.js';

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

/** What is declared of a class on a provider beyond the quota of its platform. */
export type Excess = Pick<Declared, 'zoneId' | 'providerId' | 'name'> & { readonly beyond: number };

/** $1 now */
const OF_ALL = 'select * from pool_entries where ends_at > $1';

/** $1 now, $2 providers. Each is looked up by itself: comparing all entries with a list of a thousand took 0.3 s. */
const OF_SOME = `
select p.*
  from unnest(${hidden(2, 'uuid[]')}) as wanted(id)
 cross join lateral (select * from pool_entries where provider_id = wanted.id and ends_at > ${hidden(1, 'timestamptz')} offset 0) p`;

/** $1 now, $2 providers, $3 their zones. Citus can't split a join that names no zone. */
const OF_SOME_ON_CLUSTER = `
select * from pool_entries where provider_id = any ($2::uuid[]) and zone_id = any ($3::text[]) and ends_at > $1`;

/** Adds up the pool entries that are not over, instant by instant. Entries that began in the past count from now. */
function declaredIn(entries: string): string {
  return `
with entries as materialized (
  select p.zone_id, p.provider_id, p.starts_at, p.ends_at, a.name, a.amount::numeric as amount
    from (${entries}) p
   cross join jsonb_each_text(p.amounts) as a(name, amount)),
changes as (
  select zone_id, provider_id, name, greatest(starts_at, $1) as at, amount from entries
  union all
  select zone_id, provider_id, name, ends_at, -amount from entries where ends_at < 'infinity'),
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
}

const DECLARED_OF_ALL = declaredIn(OF_ALL);
const DECLARED_OF_SOME: PreparedStatement = { name: 'declared-of-providers', text: declaredIn(OF_SOME) };
const DECLARED_OF_SOME_ON_CLUSTER = declaredIn(OF_SOME_ON_CLUSTER);

/** In the database, because of thousands of providers few have any. $1 now, $2 how many at most */
const EXCESSES = `
select d."zoneId", d."providerId", d.name, d.peak - (p.limits ->> d.name)::float8 as beyond
  from (${DECLARED_OF_ALL}) d
  join providers p on p.zone_id = d."zoneId" and p.id = d."providerId"
 where p.state <> 'retired' and d.peak > (p.limits ->> d.name)::float8
 order by beyond desc
 limit $2`;

/** Declared capacity, read from the pool entries in one query, without using a zone's loop. */
@Injectable()
export class DeclaredCapacityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param db a transaction, for a caller that has one: another connection may be missing then */
  declared(
    now: Instant,
    providers: readonly Pick<Provider, 'id' | 'zoneId'>[],
    db = this.dataSource.manager,
  ): Promise<Declared[]> {
    const at = timestamp(now);
    const ids = providers.map(({ id }) => id);
    if (!layoutOf(this.dataSource).isDistributed)
      return queryPrepared<Declared>(db, DECLARED_OF_SOME, [at, ids]);
    const zoneIds = [...new Set(providers.map(({ zoneId }) => zoneId))];
    return db.query<Declared[]>(DECLARED_OF_SOME_ON_CLUSTER, [at, ids, zoneIds]);
  }

  /** The largest of all providers in service. */
  excesses(now: Instant, most: number): Promise<Excess[]> {
    return this.dataSource.query<Excess[]>(EXCESSES, [timestamp(now), most]);
  }
}
