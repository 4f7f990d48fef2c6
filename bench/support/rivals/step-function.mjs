import { columns, query } from './prepared.mjs';

/**
 * A stored step function: a row per instant at which the use of a zone changes, with what is used from then on. Booking
 * locks the zone's row, makes rows for its two ends, looks at the rows between and raises them. In one function of the
 * database, as the range sweep is.
 */
export const name = 'row lock, stored step function';

const SCHEMA = `
  create table zones (id integer primary key, cores bigint not null, ram bigint not null, instances bigint not null);
  create table steps (zone_id integer not null, at timestamptz not null, cores bigint not null, ram bigint not null,
                      instances bigint not null, primary key (zone_id, at)) with (fillfactor = 70);
  create table bookings (id bigserial primary key, zone_id integer not null, starts_at timestamptz not null, ends_at timestamptz not null,
                         cores integer not null, ram integer not null, instances integer not null);
  create function divide(instant timestamptz) returns void language sql as $$
    insert into steps
    (select 1, instant, s.cores, s.ram, s.instances from steps s where s.zone_id = 1 and s.at <= instant order by s.at desc limit 1)
    on conflict do nothing
  $$;
  create function book(from_at timestamptz, to_at timestamptz, wanted_cores integer, wanted_ram integer, wanted_instances integer)
  returns boolean language plpgsql as $$
  declare
    zone zones;
    most record;
  begin
    select * into zone from zones where id = 1 for no key update;
    perform divide(from_at), divide(to_at);
    select max(s.cores) as cores, max(s.ram) as ram, max(s.instances) as instances into most
      from steps s where s.zone_id = 1 and s.at >= from_at and s.at < to_at;
    if most.cores + wanted_cores > zone.cores or most.ram + wanted_ram > zone.ram
       or most.instances + wanted_instances > zone.instances then
      return false;
    end if;
    update steps s set cores = s.cores + wanted_cores, ram = s.ram + wanted_ram, instances = s.instances + wanted_instances
     where s.zone_id = 1 and s.at >= from_at and s.at < to_at;
    insert into bookings (zone_id, starts_at, ends_at, cores, ram, instances)
    values (1, from_at, to_at, wanted_cores, wanted_ram, wanted_instances);
    return true;
  end $$`;

export async function prepare(client, { capacity, live }) {
  await client.query(SCHEMA);
  await client.query(`insert into zones values (1, $1::bigint, $1::bigint * 2048, $1::bigint)`, [capacity]);
  await client.query(
    `insert into bookings (zone_id, starts_at, ends_at, cores, ram, instances)
     select 1, to_timestamp(s), to_timestamp(e), 1, 2048, 1 from unnest($1::float8[], $2::float8[]) as w (s, e)`,
    columns(live),
  );
  await client.query(
    `insert into steps
     select 1, at, used, used * 2048, used
       from (select at, sum(sum(amount)) over (order by at) as used
               from (select '-infinity'::timestamptz as at, 0 as amount
                     union all select starts_at, 1 from bookings
                     union all select ends_at, -1 from bookings) moves
              group by at) steps`,
  );
}

export async function book(client, { start, end }) {
  const [{ fits }] = await query(client, BOOK, [start, end]);
  return fits ? 'ok' : 'conflict';
}

const BOOK = `select book(to_timestamp($1::float8), to_timestamp($2::float8), 1, 2048, 1) as fits`;

export const stored = `
  select 0 as place, extract(epoch from starts_at)::float8 as starts_at, extract(epoch from ends_at)::float8 as ends_at,
         (select cores from zones)::float8 as room
    from bookings`;
