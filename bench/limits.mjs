// What a limit per tenant costs while the tenant's calendar is full: admissions of a tenant with a limit, and of one without, in the
// same zone.
import { onDatabase, startPostgres } from './support/database.mjs';
import { copyZone, loadReservations } from './support/live-reservations.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { figure, median, progress, ratio, setting } from './support/report.mjs';
import { createRequests, HOUR, prepareZone, ZONE } from './support/zone.mjs';

const HELD = setting('BENCH_HELD', 100_000);
const ROUNDS = setting('BENCH_ROUNDS', 3);
const SECONDS = setting('BENCH_SECONDS', 5);
const CONNECTIONS = setting('BENCH_CONNECTIONS', 64);
/** A copy of the benchmarks' zone: a new zone may be filled while the service runs. */
const FULL = `${ZONE}-full`;
const TENANTS = ['unlimited', 'limited'];
const SETTINGS = { TENANT_LIMITS: 'limited/cores:1000000000' };

export async function run(report) {
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  let service;
  try {
    const url = await postgres.createDatabase('limits');
    service = await startService(url, { settings: SETTINGS });
    await prepareZone(service.port, 1_000_000);
    await copyZone(url, [FULL]);
    await onDatabase(url, async (client) => {
      await loadReservations(client, FULL, HELD);
      // By turns of both tenants, so that they hold the same.
      await client.query(
        `with numbered as (select id, row_number() over (order by id) as n from reservations)
         update reservations r set tenant = ($1::text[])[1 + n % 2] from numbered where numbered.id = r.id`,
        [TENANTS],
      );
      await client.query('vacuum analyze');
    });
    await compare(report, generator, service.port);
  } finally {
    generator.stop();
    await service?.stop();
    await postgres.stop();
  }
}

async function compare(report, generator, port) {
  const shares = [];
  const rows = [];
  // The first round builds the fold, and adds up what the tenant holds.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = [];
    const times = [];
    for (const tenant of TENANTS) {
      const requests = createRequests(HOUR, FULL, 512).map((request) => of(request, tenant));
      const many = await generator.run({ port, requests, connections: CONNECTIONS, seconds: SECONDS });
      const one = await generator.run({ port, requests, connections: 1, count: 200 });
      rates.push(many.rate);
      times.push(one.p50);
    }
    progress(`round ${round}: ${rates.map(figure).join(', ')} per second`);
    if (round === 0) continue;
    shares.push(rates[1] / rates[0]);
    rows.push([round, ...rates.map(figure), ratio(shares.at(-1)), ...times.map(figure)]);
  }
  const held = (HELD / 2).toLocaleString('en-US');
  report.table(
    'admissions',
    `Reservations per second, ${CONNECTIONS} connections; each tenant holds ${held}`,
    ['round', 'no limit', 'limit', 'share', 'one connection: no limit, p50 ms', 'limit, p50 ms'],
    rows,
  );
  const text = `throughput of a tenant with a limit that holds ${held} reservations, of one without`;
  report.claim(text, { wanted: 0.9, measured: median(shares) });
}

function of(request, tenant) {
  return request.replace('\r\n', `\r\nHeadroom-Tenant: ${tenant}\r\n`);
}
