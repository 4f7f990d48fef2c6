// What the capacity queries of both interfaces cost in a zone with a million live reservations, beside one with a thousand.
import { pathToFileURL } from 'node:url';
import { startFewAndMany } from './support/live-reservations.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { figure, median, printMachine, printTable, progress, ratio, setting } from './support/report.mjs';
import { DAY, HOUR, MONTH, randomWindow, time, YEAR, ZONE } from './support/zone.mjs';

const ROUNDS = setting('BENCH_ROUNDS', 5);
const SECONDS = setting('BENCH_SECONDS', 3);
const RENDERED = 500;

const QUERIES = [
  { name: 'northbound, cores, now', request: () => northbound(), expected: '"capacityInformation"' },
  { name: 'northbound, cores, an hour', request: () => northbound(HOUR), expected: '"capacityInformation"' },
  { name: 'northbound, cores, a day', request: () => northbound(DAY), expected: '"capacityInformation"' },
  { name: 'northbound, cores, a month', request: () => northbound(MONTH), expected: '"capacityInformation"' },
  { name: 'northbound, cores, a year', request: () => northbound(YEAR), expected: '"capacityInformation"' },
  {
    name: 'northbound, cores, a year, no zone named',
    request: () => northbound(YEAR, null),
    expected: '"capacityInformation"',
  },
  { name: 'query-capacity total, an hour', request: () => queryCapacity('total'), expected: '"result":"ok"' },
  {
    name: 'query-capacity available, an hour',
    request: () => queryCapacity('available'),
    expected: '"result":"ok"',
  },
];

export async function run(scale) {
  const own = scale ?? (await startFewAndMany());
  const generator = new LoadGenerator();
  try {
    const rows = [];
    for (const query of QUERIES) {
      rows.push(await compare(generator, own.sides, query));
      progress(rows.at(-1).join('  '));
    }
    print(own.sides, rows);
  } finally {
    generator.stop();
    if (!scale) await own.stop();
  }
}

async function compare(generator, sides, { name, request, expected }) {
  const outcomes = sides.map(() => []);
  const requests = Array.from({ length: RENDERED }, request);
  const order = { requests, connections: 1, expected };
  for (const { service } of sides) await generator.run({ port: service.port, ...order, count: 200 });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { service }] of sides.entries()) {
      outcomes[index].push(await generator.run({ port: service.port, ...order, seconds: SECONDS }));
    }
  }
  const [few, many] = outcomes.map((rounds) => (pick) => median(rounds.map((outcome) => outcome[pick])));
  return [
    name,
    figure(few('p50')),
    figure(many('p50')),
    ratio(many('p50') / few('p50')),
    figure(few('p99')),
    figure(many('p99')),
    figure(few('bytes') / 1000),
    figure(many('bytes') / 1000),
  ];
}

function northbound(length, zoneId = ZONE) {
  const body = { computeResourceTypeId: 'cpuCores' };
  if (zoneId !== null) body.zoneId = zoneId;
  if (length !== undefined) {
    const { start, end } = randomWindow(length);
    body.timePeriod = { startTime: time(start), stopTime: time(end) };
  }
  return rendered('GET', '/capacity/compute/query', body);
}

function queryCapacity(capacity) {
  const { start, end } = randomWindow(HOUR);
  const body = {
    capacity,
    zone: ZONE,
    'show-utilization': true,
    window: { start: time(start), end: time(end) },
  };
  return rendered('POST', '/query-capacity', body);
}

function print(sides, rows) {
  const [few, many] = sides.map(({ name }) => name);
  printMachine();
  printTable(
    `Capacity queries over HTTP with ${few} and with ${many} live reservations in the zone, one connection`,
    [
      'query',
      `${few}: p50 ms`,
      `${many}: p50 ms`,
      'ratio',
      `${few}: p99 ms`,
      `${many}: p99 ms`,
      `${few}: kB`,
      `${many}: kB`,
    ],
    rows,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await run();
