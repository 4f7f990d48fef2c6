import { columns, query } from './prepared.mjs';

/**
 * The usual answer: lock the zone's row, sweep over the reservations that overlap the window – found by a GiST index on
 * their ranges – for the greatest use of each class, insert if it fits. All in one function of the database, so that it
 * costs one round trip and the lock is held no longer than it must be.
 */
export const name = 'row lock, sweep over a range index';

const SCHEMA = `
  create table zones (id integer primary key, cores bigint not null, ram bigint not null, instances bigint not null);
  create table bookings (id bigserial primary key, zone_id integer not null, during tstzrange not null,
                         cores integer not null, ram integer not null, instances integer not null);
  create extension if not exists btree_gist;
  create index on bookings using gist (zone_id, during);
  create function book(wanted tstzrange, wanted_cores integer, wanted_ram integer, wanted_instances integer) returns boolean
  language plpgsql as $$
  declare
    zone zones;
    most record;
  begin
    select * into zone from zones where id = 1 for no key update;
    with overlapping as materialized (
      select lower(b.during * wanted) as starts_at, upper(b.during * wanted) as ends_at, b.cores, b.ram, b.instances
        from bookings b where b.zone_id = 1 and b.during && wanted),
    moves as (
      select starts_at as at, cores, ram, instances from overlapping
      union all
      select ends_at, -cores, -ram, -instances from overlapping where ends_at < upper(wanted)),
    steps as (
      select sum(sum(cores)) over (order by at) as cores, sum(sum(ram)) over (order by at) as ram,
             sum(sum(instances)) over (order by at) as instances
        from moves group by at)
    select max(cores) as cores, max(ram) as ram, max(instances) as instances into most from steps;
    if coalesce(most.cores, 0) + wanted_cores > zone.cores or coalesce(most.ram, 0) + wanted_ram > zone.ram
       or coalesce(most.instances, 0) + wanted_instances > zone.instances then
      return false;
    end if;
    insert into bookings (zone_id, during, cores, ram, instances) values (1, wanted, wanted_cores, wanted_ram, wanted_instances);
    return true;
  end $$`;

export async function prepare(client, { capacity, live }) {
  await client.query(SCHEMA);
  await client.query(`insert into zones values (1, $1::bigint, $1::bigint * 2048, $1::bigint)`, [capacity]);
  await client.query(
    `insert into bookings (zone_id, during, cores, ram, instances)
     select 1, tstzrange(to_timestamp(s), to_timestamp(e)), 1, 2048, 1 from unnest($1::float8[], $2::float8[]) as w (s, e)`,
    columns(live),
  );
}

export async function book(client, { start, end }) {
  const [{ fits }] = await query(client, BOOK, [start, end]);
  return fits ? 'ok' : 'conflict';
}

const BOOK = `
  select book(tstzrange(to_timestamp($1::float8), to_timestamp($2::float8)), 1, 2048, 1) as fits`;

export const stored = `
  select 0 as place, extract(epoch from lower(during))::float8 as starts_at, extract(epoch from upper(during))::float8 as ends_at,
         (select cores from zones)::float8 as room
    from bookings`;
