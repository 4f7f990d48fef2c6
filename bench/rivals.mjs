// The service beside the other ways of deciding the same, as a zone fills, and beside Blazar's on a hundred hosts.
import { onDatabase, startPostgres } from './support/database.mjs';
import { copyZone, loadReservations } from './support/live-reservations.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { count, listSetting, setting } from './support/report.mjs';
import { rivalSide, serviceSide, zoneSide } from './support/sides.mjs';
import { COLUMNS, row, takeTurns } from './hot-zone.mjs';
import {
  createRequests,
  DAY,
  HOUR,
  MONTH,
  prepareZone,
  randomWindow,
  randomWindows,
  ZONE,
} from './support/zone.mjs';

/** More than any run adds: every refusal is a false one. */
const CAPACITY = 1_000_000;
const CONNECTIONS = 16;

export async function run(report) {
  const seconds = setting('BENCH_SECONDS', 3);
  const rounds = setting('BENCH_ROUNDS', 3);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const url = await postgres.createDatabase('bench');
  const service = await startService(url);
  const surroundings = { postgres, generator, url, service };
  try {
    await prepareZone(service.port, CAPACITY);
    // Warms the service up.
    await generator.run({
      port: service.port,
      requests: createRequests(),
      connections: CONNECTIONS,
      seconds,
    });
    await asItFills(report, surroundings, { connections: CONNECTIONS, seconds }, rounds);
    await besideHosts(report, surroundings, seconds, rounds);
  } finally {
    generator.stop();
    await service.stop();
    await postgres.stop();
  }
}

async function asItFills(report, surroundings, order, rounds) {
  const counts = listSetting('BENCH_LIVE', [1_000, 10_000, 100_000]);
  const points = [];
  for (const live of counts) {
    const sides = await filled(surroundings, live);
    const results = await takeTurns(sides, order, rounds);
    for (const side of sides) await side.stop();
    points.push({ live, results });
  }
  report.table(
    'filling',
    `Windows of a month in a zone with live reservations of an hour to a week, ${CONNECTIONS} connections`,
    ['', 'live', ...COLUMNS],
    points.flatMap(({ live, results }) =>
      results.map((result) => [result.name, count(live), ...row(result).slice(1)]),
    ),
  );
  for (const index of [1, 2]) {
    const [first, last] = [points[0], points.at(-1)].map(({ results }) => results[index]);
    const growth = last.share / first.share;
    report.claim(
      `growth of the ratio to “${first.name}”, from ${count(points[0].live)} to ${count(points.at(-1).live)} live`,
      {
        wanted: 1,
        measured: growth,
      },
    );
    report.claim(`lowest ratio to “${first.name}”, at any size`, {
      wanted: 1,
      measured: Math.min(...points.map(({ results }) => results[index].share)),
    });
  }
  report.plot('rivals', {
    title: 'Reservations per second as a zone fills, 16 connections',
    x: 'live reservations in the zone',
    y: 'per second',
    series: points[0].results.map(({ name }, index) => ({
      name: name.replace(' over HTTP', '').replace('row lock, ', ''),
      points: points.map(({ live, results }) => [live, results[index].rate]),
    })),
  });
}

/** A zone with so many live reservations, and the others with just the same. */
async function filled({ postgres, generator, url, service }, live) {
  const zone = `${ZONE}-filled-${live}`;
  await copyZone(url, [zone]);
  const { rows } = await onDatabase(url, async (client) => {
    await loadReservations(client, zone, live);
    return client.query(WINDOWS, [zone]);
  });
  const windows = randomWindows(MONTH);
  const sides = [zoneSide({ service, url, generator, zone, windows })];
  for (const rival of ['rangeSweep', 'stepFunction']) {
    sides.push(await rivalSide(postgres, rival, { capacity: CAPACITY, live: rows, windows }));
  }
  return sides;
}

const WINDOWS = `
  select extract(epoch from starts_at)::float8 as start, extract(epoch from ends_at)::float8 as end
    from reservations where zone_id = $1`;

async function besideHosts(report, { postgres, generator, url, service }, seconds, rounds) {
  const hosts = setting('BENCH_HOSTS', 100);
  const leases = setting('BENCH_LEASES', 100);
  const live = weeks(hosts * leases);
  const shared = { capacity: CAPACITY, live, windows: weeks(2048) };
  const zone = 'hosts';
  const ours = await serviceSide({
    service,
    url,
    generator,
    zone,
    ...shared,
    capacity: Math.floor(CAPACITY / hosts),
    providers: hosts,
  });
  const sides = [ours];
  for (const rival of ['blazarEvents', 'blazar'])
    sides.push(await rivalSide(postgres, rival, { ...shared, hosts }));
  const results = await takeTurns(sides, { connections: CONNECTIONS, seconds }, rounds);
  for (const side of sides) await side.stop();
  report.table(
    'hosts',
    `${hosts} hosts with ${leases} leases of an hour to a week each, ${CONNECTIONS} connections`,
    ['', ...COLUMNS],
    results.map(row),
  );
  const [, withEvents, withoutEvents] = results;
  const size = `${hosts} hosts × ${leases} leases`;
  report.claim(`ratio to Blazar’s statements, ${size}`, { wanted: 100, measured: withEvents.share });
  report.claim(`ratio to the same without queries for events, ${size}`, {
    wanted: 100,
    measured: withoutEvents.share,
  });
}

/** Windows of an hour to a week. */
function weeks(many) {
  return Array.from({ length: many }, () => randomWindow(HOUR + Math.floor(Math.random() * 7 * DAY)));
}
