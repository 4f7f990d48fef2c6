import { randomUUID } from 'node:crypto';
import { query } from './prepared.mjs';

/**
 * OpenStack Blazar, as it makes a lease of one instance: it searches all hosts – a query for the hosts, one per host for
 * the reservations that meet the window, bounds closed – for what the usage rules are asked about, writes the lease and
 * the reservation, searches all hosts again, and writes what it has found. Every statement is a transaction of its own and
 * nothing is locked. The calls to Nova are left out. So is, here, the query per reservation found for the events of its
 * lease, which it sweeps to find a host's greatest use; see blazar-events.mjs.
 */
export const name = 'Blazar’s statements, without its events';

const LARGE = 1_000_000;

const SCHEMA = `
  create table computehosts (id varchar(36) primary key, vcpus integer not null, memory_mb integer not null, local_gb integer not null,
                             reservable boolean not null);
  create table leases (id varchar(36) primary key, start_date timestamp not null, end_date timestamp not null, status varchar(255));
  create table reservations (id varchar(36) primary key, lease_id varchar(36) not null references leases, resource_id varchar(36),
                             resource_type varchar(66), status varchar(13));
  create table instance_reservations (id varchar(36) primary key, reservation_id varchar(36) not null references reservations,
                                      vcpus integer not null, memory_mb integer not null, disk_gb integer not null, amount integer not null,
                                      flavor_id varchar(36), aggregate_id integer, server_group_id varchar(36));
  create table computehost_allocations (id varchar(36) primary key, compute_host_id varchar(36) not null references computehosts,
                                        reservation_id varchar(36) not null references reservations);
  create table events (id varchar(36) primary key, lease_id varchar(36) not null references leases, event_type varchar(66), time timestamp,
                       status varchar(255));
  create index on reservations (lease_id);
  create index on instance_reservations (reservation_id);
  create index on computehost_allocations (compute_host_id);
  create index on computehost_allocations (reservation_id);
  create index on events (lease_id)`;

/** The reservations are spread evenly over `hosts`, and so is the room for them. */
export async function prepare(client, { capacity, live, hosts = 1 }) {
  await client.query(SCHEMA);
  await client.query(
    `insert into computehosts select 'host-' || n, $1, $2, $3, true from generate_series(1, $4::int) n`,
    [Math.ceil(capacity / hosts), LARGE * 2048, LARGE, hosts],
  );
  await client.query('create temporary table drawn (n integer, id text, starts timestamp, ends timestamp)');
  await client.query(
    `insert into drawn
     select n, gen_random_uuid(), to_timestamp(s) at time zone 'UTC', to_timestamp(e) at time zone 'UTC'
       from unnest($1::float8[], $2::float8[]) with ordinality as w (s, e, n)`,
    [live.map(({ start }) => start), live.map(({ end }) => end)],
  );
  for (const text of LOAD) await client.query(text);
  await client.query(
    `insert into computehost_allocations select gen_random_uuid(), 'host-' || (1 + n % $1::int), id from drawn`,
    [hosts],
  );
}

const LOAD = [
  `insert into leases select id, starts, ends, 'PENDING' from drawn`,
  `insert into reservations select id, id, id, 'virtual:instance', 'pending' from drawn`,
  `insert into instance_reservations select id, id, 1, 2048, 0, 1, id, 1, id from drawn`,
  `insert into events select gen_random_uuid(), id, 'start_lease', starts, 'UNDONE' from drawn`,
  `insert into events select gen_random_uuid(), id, 'end_lease', ends, 'UNDONE' from drawn`,
  `insert into events select gen_random_uuid(), id, 'before_end_lease', ends - interval '1 hour', 'UNDONE' from drawn`,
];

export function book(client, window) {
  return lease(client, window, usesFromDates);
}

/** @param usesOf gives the moves of a host's reservations, ordered by time */
export async function lease(client, { start, end }, usesOf) {
  const dates = [timestamp(start), timestamp(end)];
  if (!(await search(client, dates, usesOf))) return 'conflict';
  const leaseId = randomUUID();
  const reservationId = randomUUID();
  await query(client, INSERT_LEASE, [leaseId, ...dates]);
  await query(client, INSERT_RESERVATION, [reservationId, leaseId]);
  const host = await search(client, dates, usesOf);
  if (!host) {
    await query(client, DELETE_RESERVATION, [reservationId]);
    await query(client, DELETE_LEASE, [leaseId]);
    return 'conflict';
  }
  const details = randomUUID();
  await query(client, INSERT_DETAILS, [details, reservationId]);
  await query(client, INSERT_ALLOCATION, [randomUUID(), host, reservationId]);
  await query(client, UPDATE_DETAILS, [details, reservationId]);
  await query(client, UPDATE_RESERVATION, [reservationId, details]);
  await query(client, INSERT_EVENT, [randomUUID(), leaseId, 'start_lease', dates[0]]);
  await query(client, INSERT_EVENT, [randomUUID(), leaseId, 'end_lease', dates[1]]);
  await query(client, INSERT_EVENT, [randomUUID(), leaseId, 'before_end_lease', dates[1]]);
  await query(client, READ_LEASE, [leaseId]);
  return 'ok';
}

/** The first host with room at every instant, those with reservations first. */
async function search(client, dates, usesOf) {
  const hosts = await query(client, FIND_HOSTS, [1, 2048, 0]);
  const used = [];
  const unused = [];
  for (const host of hosts) {
    const reservations = await query(client, FIND_RESERVATIONS, [host.id, ...dates]);
    (reservations.length > 0 ? used : unused).push({ host, reservations });
  }
  let found;
  for (const { host, reservations } of [...used, ...unused]) {
    // It works out the room of every host before it takes one.
    const most = mostUsed(await usesOf(client, reservations));
    if (most + 1 <= host.vcpus) found ??= host.id;
  }
  return found;
}

/** What the reservations' own dates say, with no further query. */
function usesFromDates(_client, reservations) {
  const uses = reservations.flatMap(({ start_date: from, end_date: to, vcpus }) => [
    { time: from.getTime(), vcpus },
    { time: to.getTime(), vcpus: -vcpus },
  ]);
  return uses.sort((a, b) => a.time - b.time);
}

function mostUsed(uses) {
  let most = 0;
  let current = 0;
  for (const { vcpus } of uses) {
    current += vcpus;
    most = Math.max(most, current);
  }
  return most;
}

function timestamp(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

const FIND_HOSTS = `
  select id, vcpus, memory_mb, local_gb from computehosts
   where reservable and vcpus >= $1 and memory_mb >= $2 and local_gb >= $3`;
const FIND_RESERVATIONS = `
  select r.id, r.lease_id, r.resource_type, l.start_date, l.end_date, i.vcpus, i.memory_mb, i.disk_gb
    from reservations r
    join leases l on l.id = r.lease_id
    join computehost_allocations a on a.reservation_id = r.id
    join instance_reservations i on i.reservation_id = r.id
   where a.compute_host_id = $1 and $2 <= l.end_date and l.start_date <= $3`;
const INSERT_LEASE = `insert into leases values ($1, $2, $3, 'CREATING')`;
const INSERT_RESERVATION = `insert into reservations values ($1, $2, null, 'virtual:instance', 'pending')`;
const INSERT_DETAILS = `insert into instance_reservations values ($1, $2, 1, 2048, 0, 1)`;
const INSERT_ALLOCATION = `insert into computehost_allocations values ($1, $2, $3)`;
const UPDATE_DETAILS = `
  update instance_reservations set flavor_id = $2, aggregate_id = 1, server_group_id = $2 where id = $1`;
const UPDATE_RESERVATION = `update reservations set resource_id = $2 where id = $1`;
const INSERT_EVENT = `insert into events values ($1, $2, $3, $4, 'UNDONE')`;
const DELETE_RESERVATION = `delete from reservations where id = $1`;
const DELETE_LEASE = `delete from leases where id = $1`;
const READ_LEASE = `
  select l.*, r.*, e.*
    from leases l join reservations r on r.lease_id = l.id join events e on e.lease_id = l.id
   where l.id = $1`;

export const stored = `
  select a.compute_host_id as place, extract(epoch from l.start_date)::float8 as starts_at,
         extract(epoch from l.end_date)::float8 as ends_at, h.vcpus::float8 as room
    from computehost_allocations a
    join computehosts h on h.id = a.compute_host_id
    join reservations r on r.id = a.reservation_id
    join leases l on l.id = r.lease_id`;
