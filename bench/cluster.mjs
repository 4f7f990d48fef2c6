// What an admission costs each node of a Citus cluster, beside a database of the coordinator's server that is not distributed.
import { createDataSource } from '../dist/src/database/data-source.js';
import { migrateUp } from '../dist/src/database/migrate.js';
import { GivenDatabase } from '../prove/system/given-database.mjs';
import { distribute } from '../prove/system/service.mjs';
import { startPostgres } from './support/database.mjs';
import { copyZone } from './support/live-reservations.mjs';
import { LoadGenerator } from './support/load.mjs';
import { parentOf, processorSeconds, startService } from './support/processes.mjs';
import { count, figure, median, progress, ratio, setting, sum } from './support/report.mjs';
import { sweepZone } from './support/verdict.mjs';
import { prepareZone, requestsTo, zoneNames } from './support/zone.mjs';

const CONNECTIONS = 64;
const MANY_ZONES = 20;
const CAPACITY = 1_000_000;
const DISTRIBUTED = 'Citus';

/** BENCH_SERVER names the coordinator. All nodes have to be on this machine, because their processor time is read from Linux. */
export async function run(report) {
  const { BENCH_SERVER: coordinator } = process.env;
  if (!coordinator) throw new Error('BENCH_SERVER: expected the URL of a Citus coordinator on this machine');
  const seconds = setting('BENCH_SECONDS', 5);
  const rounds = setting('BENCH_ROUNDS', 5);
  const postgres = await startPostgres();
  const cluster = new GivenDatabase(coordinator, `headroom_bench_${process.pid}`);
  const generator = new LoadGenerator();
  try {
    const plainUrl = await postgres.createDatabase('plain');
    await cluster.start();
    if (!cluster.isCluster) throw new Error('BENCH_SERVER: the server is not a coordinator with workers');
    await migrateUp(createDataSource(cluster.url, { poolSize: 2 }));
    const zones = await prepareZones(plainUrl);
    await prepareZones(cluster.url);
    await distribute(cluster.url);
    const nodes = {
      coordinator: await cluster.withClient(serverOf),
      workers: await cluster.onEachNode(serverOf),
    };
    report.fact('PostgreSQL', postgres.version);
    report.fact('Citus', `${await cluster.withClient(citusVersion)}, ${nodes.workers.length} workers`);
    const setups = [1, MANY_ZONES].flatMap((many) => [
      { name: 'one server', many, url: plainUrl, requests: requestsTo(zones.slice(0, many)) },
      { name: DISTRIBUTED, many, url: cluster.url, requests: requestsTo(zones.slice(0, many)) },
    ]);
    for (let round = 0; round < rounds; round++) {
      for (const setup of setups) {
        const measured = await measure(setup, { generator, nodes, seconds });
        (setup.rounds ??= []).push(measured);
        progress(`${setup.name}, ${setup.many} zone(s): ${figure(measured.rate)} per second`);
      }
    }
    await print(report, setups);
  } finally {
    generator.stop();
    await cluster.stop();
    await postgres.stop();
  }
}

/** Zones alike, made before the database is distributed. Returns their names. */
async function prepareZones(url) {
  const preparing = await startService(url);
  await prepareZone(preparing.port, CAPACITY);
  await preparing.stop();
  const zones = zoneNames(MANY_ZONES);
  await copyZone(url, zones.slice(1));
  return zones;
}

/** The process id of a server: the parent of all its connections. */
async function serverOf(client) {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return parentOf(rows[0].pid);
}

async function citusVersion(client) {
  const { rows } = await client.query(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  return rows[0].version;
}

/** Each measurement has a service of its own: others would look for notifications meanwhile. */
async function measure({ url, requests }, { generator, nodes, seconds }) {
  const service = await startService(url);
  try {
    const { port } = service;
    await generator.run({ port, requests, connections: CONNECTIONS, seconds: setting('BENCH_WARM_UP', 4) });
    const before = await usage(service, nodes);
    const { rate, count: admitted } = await generator.run({
      port,
      requests,
      connections: CONNECTIONS,
      seconds,
    });
    const after = await usage(service, nodes);
    const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
    return { rate, admitted, ...used };
  } finally {
    await service.stop();
  }
}

/** Processor seconds so far, and the number of appends. */
async function usage(service, { coordinator, workers }) {
  const ofServer = (pid) => processorSeconds(pid, { children: true });
  return {
    service: processorSeconds(service.pid),
    coordinator: ofServer(coordinator),
    workers: sum(workers.map(ofServer)),
    appends: await appendsOf(service),
  };
}

async function appendsOf({ port }) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^headroom_append_duration_seconds_count\S* (\d+)/m.exec(text)?.[1] ?? 0);
}

async function print(report, setups) {
  const rateOf = ({ rounds }) => median(rounds.map(({ rate }) => rate));
  const rows = [];
  for (const setup of setups) {
    const { name, many, url, rounds } = setup;
    const of = (value) => figure(median(rounds.map(value)));
    const plain = setups.find((other) => other.many === many);
    const { over } = await sweepZone(url);
    rows.push([
      `${name}, ${count(many)} zone${many > 1 ? 's' : ''}`,
      ratio(rateOf(setup) / rateOf(plain)),
      figure(rateOf(setup)),
      of(({ admitted, appends }) => admitted / appends),
      of(({ service, admitted }) => (service / admitted) * 1e6),
      of(({ coordinator, appends }) => (coordinator / appends) * 1e6),
      name === DISTRIBUTED ? of(({ workers, appends }) => (workers / appends) * 1e6) : '–',
      count(over),
    ]);
  }
  const columns = [
    '',
    'of one server',
    'admitted per second',
    'admissions per append',
    'service: µs per admission',
    'server or coordinator: µs per append',
    'workers: µs per append',
    'over-commits',
  ];
  report.table(
    'costs',
    `create-reservation, ${CONNECTIONS} connections, processor time of each node`,
    columns,
    rows,
  );
}
