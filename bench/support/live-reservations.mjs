import { onDatabase, startPostgres } from './database.mjs';
import { operation } from './load.mjs';
import { residentBytes, startService } from './processes.mjs';
import { progress } from './report.mjs';
import { DAY, LARGEST_RAM, ONE, prepareZone, time, YEAR, ZONE } from './zone.mjs';

const CHUNK = 50_000;

/** The database without the reservations, which is copied for each size. */
const EMPTY = 'live_0';

/**
 * Live reservations as the service itself would have stored them, an entry, a reservation and a claim each: one core,
 * 2 GiB and one instance, for one hour to seven days, at any second of the year to come: hardly two share an instant,
 * which is the most a fold can be asked to hold.
 */
const DRAW = `
  create temporary table drawn on commit drop as
  select n, uuidv7() as id, start as starts_at, start + (3600 + floor(random() * 601200)) * interval '1 second' as ends_at
    from (select n, date_trunc('second', now()) + interval '2 hours' + floor(random() * 31536000) * interval '1 second' as start
            from generate_series(1, $1::int) n) drawn`;

const AMOUNTS = `'{"cores": 1, "ram": 2048, "instances": 1}'::jsonb`;

const RESERVATIONS = `
  insert into reservations (zone_id, id, kind, status, starts_at, ends_at, amounts, elements, restricted, addresses, created_at, updated_at)
  select $1, id, 'compute', 'admitted', starts_at, ends_at, ${AMOUNTS}, '[]', '[]', '[]', now(), now()
    from drawn where n > $2 and n <= $3`;

const CLAIMS = `
  insert into claims (zone_id, reservation_id, provider_id, amounts)
  select $1, id, $4, ${AMOUNTS} from drawn where n > $2 and n <= $3`;

const ENTRIES = `
  insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at)
  select $1, $5::bigint + n, gen_random_uuid(), $4, 'reserved', 'reservation', id, starts_at, ends_at, ${AMOUNTS}, now()
    from drawn where n > $2 and n <= $3
   order by n`;

/** Puts live reservations into a zone, all constraints in force. No service may have met the zone yet. */
export async function loadReservations(client, zone, count) {
  await client.query('begin');
  await client.query('select setseed(0.5)');
  await client.query(DRAW, [count]);
  // Else each part would be looked for in all of them.
  await client.query('create index on drawn (n)');
  await client.query('analyze drawn');
  const { rows } = await client.query(
    `select z.head, p.id from zones z join providers p using (zone_id) where z.zone_id = $1 limit 1`,
    [zone],
  );
  const [{ head, id: provider }] = rows;
  for (let from = 0; from < count; from += CHUNK) {
    const part = [zone, from, from + CHUNK];
    await client.query(RESERVATIONS, part);
    await client.query(CLAIMS, [...part, provider]);
    await client.query(ENTRIES, [...part, provider, head]);
  }
  await client.query('update zones set head = head + $2, changed_at = now() where zone_id = $1', [
    zone,
    count,
  ]);
  await client.query('commit');
}

/** The id that a thing of the benchmarks' zone has in another zone. */
const copied = (id) => `md5(zone || ${id})::uuid`;

/** Rows of a table that names zones, copied from the benchmarks' zone to others, with new values of some columns. */
const COPY = (table, values = {}) => `
  insert into ${table}
  select (jsonb_populate_record(original, jsonb_build_object(
           ${Object.entries({ zone_id: 'zone', ...values }).map(([name, value]) => `'${name}', ${value}`)}))).*
    from ${table} original, unnest($1::text[]) zone
   where original.zone_id = $2`;

const COPIES = [
  COPY('zones'),
  COPY('providers', { id: copied('id') }),
  COPY('pool_entries', { id: copied('id'), provider_id: copied('provider_id') }),
];

const COPY_POOLS = `
  insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id,
                              starts_at, ends_at, amounts, recorded_at)
  select zone, row_number() over (partition by zone order by e.sequence), e.batch, ${copied('e.provider_id')}, e.moves, e.owner_kind,
         ${copied('e.owner_id')}, e.starts_at, e.ends_at, e.amounts, e.recorded_at
    from ledger_entries e, unnest($1::text[]) zone
   where e.zone_id = $2 and e.owner_kind = 'pool'`;

const SET_HEADS = `
  update zones z
     set head = (select count(*) from ledger_entries e where e.zone_id = z.zone_id)
   where z.zone_id = any ($1)`;

/**
 * Zones with a provider and pool entries like those of the benchmarks' zone, and nothing reserved. Unlike one that is served
 * already, a new zone may be filled while the service runs.
 */
export async function copyZone(url, zones) {
  await onDatabase(url, async (client) => {
    await client.query('begin');
    for (const copy of [...COPIES, COPY_POOLS]) await client.query(copy, [zones, ZONE]);
    await client.query(SET_HEADS, [zones]);
    await client.query('commit');
    await client.query('analyze');
  });
}

/**
 * One durable PostgreSQL, in it a database per size with as many live reservations in the zone, and a service on each.
 * Capacity is ample, and there is as much `ram` as one request can name: who asks for all of it is refused while
 * anything is reserved.
 *
 * @param options `traits` of the provider; `prepare(port, source)`, what else is done before the reservations are there
 */
export async function startSizes(counts, options = {}) {
  const postgres = await startPostgres();
  const sides = [];
  const stop = async () => {
    await Promise.all(sides.map(({ service }) => service.stop()));
    await postgres.stop();
  };
  try {
    await makeEmpty(postgres, options);
    for (const count of counts) sides.push(await startLoaded(postgres, count));
    // Otherwise the writing out of what was just loaded would fall into the measurements.
    await postgres.administer('checkpoint');
    return { postgres, sides, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeEmpty(postgres, { traits, prepare }) {
  const url = await postgres.createDatabase(EMPTY);
  const preparing = await startService(url);
  const source = await prepareZone(preparing.port, 1_000_000, ZONE, { ram: LARGEST_RAM, traits });
  // One that lasts as long as all others, so that there is no gap in which all the memory is free.
  const end = time(Math.floor(Date.now() / 1000) + YEAR + 10 * DAY);
  await operation(preparing.port, 'create-reservation', { zone: ZONE, end, capacity: ONE });
  await prepare?.(preparing.port, source);
  await preparing.stop();
}

async function startLoaded(postgres, count) {
  const url = await postgres.copyDatabase(EMPTY, `live_${count}`);
  const begun = performance.now();
  await onDatabase(url, async (client) => {
    await loadReservations(client, ZONE, count);
    await client.query('vacuum analyze');
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const name = count.toLocaleString('en-US');
  progress(`${name} live reservations: ${seconds} s to load`);
  const service = await startService(url);
  return { name, count, url, service, bytesAtRest: residentBytes(service.pid) };
}
