// A database with many live reservations in each of many zones, beside one with few in each: start, first requests, memory, admissions.
import { onDatabase, startPostgres } from './support/database.mjs';
import { copyZone, loadReservations } from './support/live-reservations.mjs';
import { LoadGenerator } from './support/load.mjs';
import { residentBytes, startService } from './support/processes.mjs';
import { count, figure, listSetting, median, progress, ratio, setting } from './support/report.mjs';
import { prepareZone, requestsTo, zoneNames } from './support/zone.mjs';

const CONNECTIONS = 64;
const FREE = 1_000_000;

/** The database with room for the reservations, which is copied for each size. */
const EMPTY = 'large_0';

export async function run(report) {
  const zones = zoneNames(listSetting('BENCH_ZONES', [100]).at(-1));
  const sizes = listSetting('BENCH_LIVE', [100_000, 10_000_000]);
  const rounds = setting('BENCH_ROUNDS', 3);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const sides = [];
  try {
    await makeZones(postgres, zones, Math.max(...sizes));
    for (const live of sizes) sides.push(await load(postgres, zones, live));
    // Otherwise what was just loaded would be written out during the measurements.
    await postgres.administer('checkpoint');
    for (const side of sides) await start(side, generator, zones);
    await takeTurns(sides, generator, zones, rounds);
    print(report, zones, sides);
  } finally {
    generator.stop();
    await Promise.all(sides.map(({ service }) => service?.stop()));
    await postgres.stop();
  }
}

async function makeZones(postgres, zones, most) {
  const url = await postgres.createDatabase(EMPTY);
  const preparing = await startService(url);
  await prepareZone(preparing.port, Math.ceil(most / zones.length) + FREE);
  await preparing.stop();
  await copyZone(url, zones.slice(1));
}

/** A database with `live` reservations, as many in each zone. */
async function load(postgres, zones, live) {
  const url = await postgres.copyDatabase(EMPTY, `large_${live}`);
  const begun = performance.now();
  await onDatabase(url, async (client) => {
    for (const zone of zones) await loadReservations(client, zone, Math.ceil(live / zones.length));
    await client.query('vacuum analyze');
  });
  progress(`${count(live)} live reservations: ${figure(secondsSince(begun))} s to load`);
  return { live, url };
}

/** Starts a service and sends a request to each zone, one after the other: the first one to a zone reads its entries. */
async function start(side, generator, zones) {
  const begun = performance.now();
  side.service = await startService(side.url);
  const { port, pid } = side.service;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  side.startSeconds = secondsSince(begun);
  side.bytesAtRest = residentBytes(pid);
  const requests = requestsTo(zones, zones.length);
  side.first = await generator.run({ port, requests, offset: 0, connections: 1, count: zones.length });
  side.bytes = residentBytes(pid);
  progress(`${count(side.live)}: first requests ${figure(side.first.p50)} ms at the median`);
}

async function takeTurns(sides, generator, zones, rounds) {
  const seconds = setting('BENCH_SECONDS', 5);
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const order = { port: side.service.port, requests: requestsTo(zones), connections: CONNECTIONS };
      await generator.run({ ...order, seconds: setting('BENCH_WARM_UP', 2) });
      (side.rounds ??= []).push(await generator.run({ ...order, seconds }));
      progress(`${count(side.live)}: ${figure(side.rounds.at(-1).rate)} per second`);
    }
  }
}

function print(report, zones, sides) {
  const of = ({ rounds }, pick) => median(rounds.map((outcome) => outcome[pick]));
  const columns = [
    'live reservations',
    'start s',
    'first request to a zone, p50 ms',
    'p99 ms',
    'process MB at rest',
    'after a request to each zone',
    'admitted per second',
    '',
    'p50 ms',
    'p99 ms',
  ];
  const rows = sides.map((side) => [
    count(side.live),
    figure(side.startSeconds),
    figure(side.first.p50),
    figure(side.first.p99),
    figure(side.bytesAtRest / 1e6),
    figure(side.bytes / 1e6),
    figure(of(side, 'rate')),
    ratio(of(side, 'rate') / of(sides[0], 'rate')),
    figure(of(side, 'p50')),
    figure(of(side, 'p99')),
  ]);
  const title = `${count(zones.length)} zones, one process, ${CONNECTIONS} connections`;
  report.table('large', title, columns, rows);
}

function secondsSince(begun) {
  return (performance.now() - begun) / 1000;
}
