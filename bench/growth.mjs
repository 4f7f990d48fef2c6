// What an admission, a capacity query and a counter-offer cost as the live reservations of a zone grow, and what holding
// them costs in time, memory and disk.
import { onDatabase } from './support/database.mjs';
import { foldFigures } from './support/fold-figures.mjs';
import { startSizes } from './support/live-reservations.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { residentBytes } from './support/processes.mjs';
import { figure, listSetting, median, progress, ratio, setting } from './support/report.mjs';
import { sweepZone } from './support/verdict.mjs';
import {
  createRequest,
  DAY,
  HOUR,
  LARGEST_RAM,
  MONTH,
  randomWindow,
  time,
  YEAR,
  ZONE,
} from './support/zone.mjs';

const LENGTHS = { 'an hour': HOUR, 'a month': MONTH, 'a year': YEAR, 'open-ended': Infinity };

/** Requests of a kind per round and size: few enough for a zone of a thousand to stay about that small. */
const REQUESTS = setting('BENCH_REQUESTS', 150);

/** The sizes whose entries are swept afterwards; more would take minutes. */
const SWEPT = 100_000;

export async function run(report) {
  const counts = listSetting('BENCH_LIVE', [1_000, 10_000, 100_000, 1_000_000]);
  const rounds = setting('BENCH_ROUNDS', 3);
  const sizes = await startSizes(counts);
  const generator = new LoadGenerator();
  try {
    for (const side of sizes.sides) side.firstSeconds = await firstRequest(generator, side);
    const results = [];
    for (const load of loads()) {
      results.push({ name: load.name, ...(await compare(generator, sizes.sides, load, rounds)) });
      progress(`${load.name}: ${results.at(-1).p50.map(figure).join(', ')} ms`);
    }
    const over = [];
    for (const { url, count } of sizes.sides) {
      if (count <= SWEPT) over.push((await sweepZone(url, ZONE)).over);
    }
    printTimes(report, counts, results);
    await printHoldings(report, sizes.sides, rounds);
    claims(report, counts, results, over);
    plot(report, counts, results);
  } finally {
    generator.stop();
    await sizes.stop();
  }
}

/** The first request to a zone reads its entries. */
async function firstRequest(generator, { name, service }) {
  const begun = performance.now();
  const requests = [capacityQuery(HOUR)];
  await generator.run({ port: service.port, requests, connections: 1, count: 1, labels: QUERY_LABELS });
  const seconds = (performance.now() - begun) / 1000;
  progress(`first request to the zone of ${name}: ${figure(seconds)} s`);
  return seconds;
}

const QUERY_LABELS = { ok: '"capacityInformation"' };

/** What is asked, in the order of the table. Creations come last: an open-ended one would take every later offer away. */
function loads() {
  const each = (name, more) =>
    Object.entries(LENGTHS).map(([text, length]) => ({ name: `${name}, ${text}`, ...more(length) }));
  return [
    ...each('capacity query', (length) => ({ request: () => capacityQuery(length), labels: QUERY_LABELS })),
    ...each('refusal with its offer', (length) => ({
      request: () => refused(length),
      allowed: ['conflict'],
    })),
    ...each('admission', (length) => ({ request: () => createRequest(randomWindow(length)) })),
    {
      name: 'admission, a day, 16 connections',
      request: () => createRequest(randomWindow(DAY)),
      connections: 16,
    },
  ];
}

function capacityQuery(length) {
  const { start, end } = randomWindow(length);
  const timePeriod = { startTime: time(start), stopTime: end && time(end) };
  return rendered('GET', '/capacity/compute/query', {
    zoneId: ZONE,
    computeResourceTypeId: 'cpuCores',
    timePeriod,
  });
}

/** Asks for all there is: not before everything else has ended is there a window that offers it. */
function refused(length) {
  const { start, end } = randomWindow(length);
  const window = { start: time(start), end: end && time(end) };
  return rendered('POST', '/create-reservation', { zone: ZONE, ...window, capacity: { ram: LARGEST_RAM } });
}

/** The sizes take turns. */
async function compare(generator, sides, { request, connections = 1, ...order }, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { service }] of sides.entries()) {
      const requests = Array.from({ length: REQUESTS * connections }, request);
      const all = { port: service.port, requests, connections, count: requests.length, ...order };
      outcomes[index].push(await generator.run(all));
    }
  }
  const of = (pick) => outcomes.map((each) => median(each.map((outcome) => outcome[pick])));
  return { p50: of('p50'), p99: of('p99') };
}

function printTimes(report, counts, results) {
  const sizes = counts.map((count) => count.toLocaleString('en-US'));
  const last = counts.length - 1;
  report.table(
    'times',
    'Milliseconds over HTTP, by live reservations in the zone; one connection where nothing else is said',
    ['', 'growth', ...sizes.map((size) => `${size}: p50`), ...sizes.map((size) => `${size}: p99`)],
    results.map(({ name, p50, p99 }) => [
      name,
      ratio(p50[last] / p50[0]),
      ...p50.map(figure),
      ...p99.map(figure),
    ]),
  );
}

async function printHoldings(report, sides, rounds) {
  const rows = [];
  for (const side of sides) {
    const fold = await foldFigures(side.url, ZONE, rounds);
    const disk = await onDatabase(side.url, async (client) => (await client.query(DISK)).rows[0]);
    const resident = residentBytes(side.service.pid);
    rows.push([
      side.name,
      figure(side.firstSeconds),
      figure(fold.seconds),
      ratio(fold.seconds / fold.readingSeconds),
      figure(fold.bytes / 1e6),
      figure(fold.bytes / fold.entries),
      figure(side.bytesAtRest / 1e6),
      figure(resident / 1e6),
      figure(disk.ledger / disk.entries),
      figure(disk.all / disk.entries),
    ]);
  }
  report.table(
    'holdings',
    'What the live reservations cost to hold',
    [
      'live reservations',
      'first request s',
      'folding s',
      'beside reading alone',
      'fold MB',
      'fold bytes each',
      'process at rest MB',
      'process after the run MB',
      'ledger bytes each',
      'all tables bytes each',
    ],
    rows,
  );
}

/** Indexes included. */
const DISK = `
  select pg_total_relation_size('ledger_entries')::float8 as ledger,
         (pg_total_relation_size('ledger_entries') + pg_total_relation_size('reservations') + pg_total_relation_size('claims'))::float8 as all,
         (select count(*) from ledger_entries)::float8 as entries`;

function claims(report, counts, results, over) {
  const last = counts.findLastIndex((count) => count <= 1_000_000);
  const greatest = (name) => {
    const growths = results
      .filter((result) => result.name.startsWith(name))
      .map(({ p50 }) => p50[last] / p50[0]);
    return Math.max(...growths);
  };
  const sizes = `from ${counts[0].toLocaleString('en-US')} to ${counts[last].toLocaleString('en-US')} live reservations`;
  for (const name of ['admission', 'capacity query', 'refusal with its offer']) {
    report.claim(`time per ${name}, ${sizes}`, { wanted: 2, measured: greatest(name), most: true });
  }
  const overCommits = { wanted: 0, measured: Math.max(0, ...over), most: true, unit: '' };
  report.claim(`over-commits found afterwards, up to ${SWEPT.toLocaleString('en-US')} live`, overCommits);
}

function plot(report, counts, results) {
  const names = ['admission, a month', 'capacity query, a month', 'refusal with its offer, a month'];
  report.plot('growth', {
    title: 'Milliseconds per request as a zone grows, at the median',
    x: 'live reservations in the zone',
    y: 'ms',
    series: names.map((name) => ({
      name: name.replace(', a month', '').replace('refusal with its', 'refusal and'),
      points: results
        .find((result) => result.name === name)
        .p50.map((value, index) => [counts[index], value]),
    })),
  });
}
