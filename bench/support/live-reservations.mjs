import { onDatabase, startPostgres } from './database.mjs';
import { startService } from './processes.mjs';
import { progress, setting } from './report.mjs';
import { prepareZone, ZONE } from './zone.mjs';

/** What is compared throughout: a zone with few live reservations and one with many. */
export const FEW = 1_000;
export const MANY = setting('BENCH_LIVE', 1_000_000);

const CHUNK = 50_000;

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

/** Puts live reservations into a zone, all constraints in force. The service must not be running on it. */
async function loadReservations(client, zone, count) {
  await client.query('begin');
  await client.query('select setseed(0.5)');
  await client.query(DRAW, [count]);
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

/** Another zone with the same provider and pool entries as the first one, and nothing reserved. */
async function copyZone(client, zone) {
  const parameters = [zone, ZONE];
  for (const text of [
    `insert into zones (zone_id, head, changed_at, created_at)
     select $1, (select count(*) from pool_entries p where p.zone_id = z.zone_id), changed_at, created_at
       from zones z where zone_id = $2`,
    `insert into providers (zone_id, ${PROVIDER_COLUMNS}) select $1, ${PROVIDER_COLUMNS} from providers where zone_id = $2`,
    `insert into pool_entries (zone_id, id, provider_id, starts_at, ends_at, amounts, created_at)
     select $1, id, provider_id, starts_at, ends_at, amounts, created_at from pool_entries where zone_id = $2`,
    `insert into ledger_entries (zone_id, sequence, ${ENTRY_COLUMNS})
     select $1, row_number() over (order by sequence), ${ENTRY_COLUMNS}
       from ledger_entries where zone_id = $2 and owner_kind = 'pool' order by sequence`,
  ]) {
    await client.query(text, parameters);
  }
}

const ENTRY_COLUMNS = `batch, provider_id, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at`;

const PROVIDER_COLUMNS = `id, type, endpoint, username, sealed_password, region, tenant_id, tenant_name, user_domain_name,
  state, last_error, traits, flavors, limits, retry_at, attempts, created_at, updated_at`;

/**
 * Small zones more on the database of a side, so that a measurement which adds reservations can have one of its own.
 * Unlike a zone that is served already, a new one may be filled while the service runs.
 */
export async function addZones({ url, count }, names) {
  await onDatabase(url, async (client) => {
    for (const zone of names) {
      await copyZone(client, zone);
      await loadReservations(client, zone, count);
    }
    await client.query('analyze');
  });
}

/**
 * One durable PostgreSQL, in it a database with few live reservations in the zone and one with many, and a service on
 * each.
 */
export async function startFewAndMany() {
  const postgres = await startPostgres();
  try {
    const few = await startLoaded(postgres, 'few', FEW);
    const many = await startLoaded(postgres, 'many', MANY);
    // Otherwise the writing out of what was just loaded would fall into the measurements.
    await onDatabase(postgres.urlOf('postgres'), (client) => client.query('checkpoint'));
    const stop = async () => {
      await Promise.all([few.service.stop(), many.service.stop()]);
      await postgres.stop();
    };
    return { sides: [few, many], stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startLoaded(postgres, name, count) {
  const url = await postgres.createDatabase(name);
  const preparing = await startService(url);
  await prepareZone(preparing.port, 2_000_000);
  await preparing.stop();
  const begun = performance.now();
  await onDatabase(url, async (client) => {
    await loadReservations(client, ZONE, count);
    await client.query('vacuum analyze');
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  progress(`${count.toLocaleString('en-US')} live reservations: ${seconds} s to load`);
  return { name: count.toLocaleString('en-US'), count, url, service: await startService(url) };
}
