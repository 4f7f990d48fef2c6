// The same load on one zone or on many, and on one process or several.
import { availableParallelism } from 'node:os';
import { startPostgres } from './support/database.mjs';
import { copyZone } from './support/live-reservations.mjs';
import { HAS_HAPROXY, startHaproxy } from './support/haproxy.mjs';
import { LoadGenerator } from './support/load.mjs';
import { residentBytes, startService } from './support/processes.mjs';
import { count, figure, listSetting, median, progress, ratio, setting, sum } from './support/report.mjs';
import { sweepZone } from './support/verdict.mjs';
import { prepareZone, requestsTo, ZONE, zoneNames } from './support/zone.mjs';

const CONNECTIONS = 64;

/** As many for each of four processes as one has of the others. */
const MANY_CONNECTIONS = 4 * CONNECTIONS;
const MANY_ZONES = 64;

const HOT = 'one hot zone, behind HAProxy';
const HOT_AND_MANY = `${HOT}, ${MANY_CONNECTIONS} connections`;
const ZONES = `${MANY_ZONES} zones, behind HAProxy`;
/** The same without a proxy: what the number of zones costs, and not the way to them. */
const ZONES_DIRECTLY = `${MANY_ZONES} zones, each to its own process`;
const OWN = 'a zone each, to its own process';

export async function run(report) {
  const seconds = setting('BENCH_SECONDS', 3);
  const rounds = setting('BENCH_ROUNDS', 3);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  try {
    await overZones(report, { postgres, generator, seconds, rounds });
    if (!HAS_HAPROXY)
      progress('several processes are left out: install HAProxy 2.6 or later (Debian package haproxy)');
    else await overProcesses(report, { postgres, generator, seconds, rounds });
  } finally {
    generator.stop();
    await postgres.stop();
  }
}

async function overZones(report, { postgres, generator, seconds, rounds }) {
  const counts = listSetting('BENCH_ZONES', [1, 10, 100, 1_000, 10_000]);
  const url = await postgres.createDatabase('zones');
  const service = await startService(url);
  try {
    const zones = await makeZones(service, url, counts.at(-1), 100_000);
    const rows = [];
    for (const many of counts) {
      const requests = requestsTo(zones.slice(0, many));
      const { port } = service;
      // Every zone is met once before.
      await generator.run({ port, requests, offset: 0, connections: CONNECTIONS, count: many });
      const memory = residentBytes(service.pid);
      const outcomes = [];
      for (let round = 0; round < rounds; round++) {
        outcomes.push(await generator.run({ port, requests, connections: CONNECTIONS, seconds }));
      }
      const of = (pick) => median(outcomes.map((outcome) => outcome[pick]));
      rows.push({ many, rate: of('rate'), p50: of('p50'), p99: of('p99'), memory });
      progress(`${many} zone(s): ${figure(of('rate'))} per second`);
    }
    const { over } = await sweepZone(url);
    report.table(
      'zones',
      `Reservations over so many zones, one process, ${CONNECTIONS} connections`,
      ['zones', 'of one zone', 'per second', 'p50 ms', 'p99 ms', 'process MB', 'over-commits'],
      rows.map(({ many, rate, p50, p99, memory }) => [
        count(many),
        ratio(rate / rows[0].rate),
        figure(rate),
        figure(p50),
        figure(p99),
        figure(memory / 1e6),
        count(over),
      ]),
    );
  } finally {
    await service.stop();
  }
}

/** So many zones alike, each with room for so many reservations, the benchmarks' own first. */
async function makeZones({ port }, url, many, reservations) {
  await prepareZone(port, reservations);
  const zones = zoneNames(many);
  if (many > 1) await copyZone(url, zones.slice(1));
  return zones;
}

async function overProcesses(report, { postgres, generator, seconds, rounds }) {
  const processes = listSetting('BENCH_PROCESSES', [1, 2, 4]);
  const most = processes.at(-1);
  const url = await postgres.createDatabase('processes');
  const [services, proxies] = [[], new Map()];
  try {
    for (let number = 0; number < most; number++) services.push(await startService(url));
    const zones = await makeZones(services[0], url, MANY_ZONES, 4_000_000);
    const portsOf = (many) => services.slice(0, many).map(({ port }) => port);
    for (const many of processes) proxies.set(many, await startHaproxy(portsOf(many)));
    const behind = (many, to) => [{ port: proxies.get(many).port, requests: requestsTo(to) }];
    const setups = processes.flatMap((many) => [
      { many, name: HOT, targets: () => behind(many, [ZONE]) },
      { many, name: HOT_AND_MANY, connections: MANY_CONNECTIONS, targets: () => behind(many, [ZONE]) },
      { many, name: ZONES, targets: () => behind(many, zones) },
      { many, name: ZONES_DIRECTLY, targets: () => affine(services.slice(0, many), zones) },
      { many, name: OWN, targets: () => affine(services.slice(0, many), zones.slice(0, many)) },
      {
        many,
        name: 'one hot zone, any process',
        targets: () => targetsOf(services.slice(0, many), [ZONE]),
      },
    ]);
    await warmUpEach(services, generator);
    const results = await measureSetups(setups, { generator, seconds, rounds });
    const { over } = await sweepZone(url);
    printProcesses(report, setups, results, over);
  } finally {
    for (const proxy of proxies.values()) await proxy.stop();
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** One after the other, with the whole load: of four that share it each would take four times as long to have its code compiled. */
async function warmUpEach(services, generator) {
  const seconds = 2 * setting('BENCH_WARM_UP', 2);
  for (const service of services) {
    await generator.run({ targets: targetsOf([service], [ZONE]), connections: CONNECTIONS, seconds });
  }
}

async function measureSetups(setups, { generator, seconds, rounds }) {
  const outcomes = setups.map(() => []);
  const warmUp = setting('BENCH_WARM_UP', 2);
  for (let round = 0; round < rounds; round++) {
    for (const [index, setup] of setups.entries()) {
      const { connections = CONNECTIONS, targets } = setup;
      const order = { connections, targets: targets() };
      // Processes that were not asked while others were have first to read what those have written. Requests that the measurement before
      // gave up keep their places until they are done.
      await generator.run({ ...order, allowed: ['ok', 'busy'], seconds: warmUp });
      outcomes[index].push(await generator.run({ ...order, seconds }));
    }
  }
  return outcomes.map((each) => {
    const of = (pick) => median(each.map((outcome) => outcome[pick]));
    return { rate: of('rate'), p50: of('p50'), p99: of('p99') };
  });
}

function targetsOf(services, zones) {
  return services.map(({ port }) => ({ port, requests: requestsTo(zones) }));
}

/** Each zone to its own process, in turn. */
function affine(services, zones) {
  return services.map(({ port }, number) => {
    const own = zones.filter((_, place) => place % services.length === number);
    return { port, requests: requestsTo(own) };
  });
}

function printProcesses(report, setups, results, over) {
  const rateOf = (many, name) =>
    results[setups.findIndex((setup) => setup.many === many && setup.name === name)].rate;
  report.table(
    'processes',
    `Reservations over so many processes on ${availableParallelism()} processors, ${CONNECTIONS} connections`,
    ['', 'processes', 'of one process', 'per second', 'p50 ms', 'p99 ms', 'over-commits'],
    setups.map(({ many, name }, index) => [
      name,
      many,
      ratio(results[index].rate / rateOf(setups[0].many, name)),
      figure(results[index].rate),
      figure(results[index].p50),
      figure(results[index].p99),
      count(over),
    ]),
  );
  const most = setups.at(-1).many;
  for (const [name, more] of [
    [HOT, ''],
    [HOT_AND_MANY, `, ${MANY_CONNECTIONS} connections`],
  ]) {
    const measured = rateOf(most, name) / rateOf(setups[0].many, name);
    report.claim(`one hot zone behind HAProxy: ${most} processes beside one${more}`, {
      wanted: 0.85,
      measured,
    });
  }
  report.claim(`many zones behind HAProxy: ${most} processes beside a zone each, to its own process`, {
    wanted: 0.9,
    measured: rateOf(most, ZONES) / rateOf(most, OWN),
  });
  report.claim('over-commits over zones and processes', {
    wanted: 0,
    measured: sum([over]),
    most: true,
    unit: '',
  });
}
