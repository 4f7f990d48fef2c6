// Creating reservations in one hot zone, beside the framework's floor and beside the same bookkeeping done with a locked
// row per pool.
import { pathToFileURL } from 'node:url';
import { startPostgres, syncMilliseconds } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { processorSeconds, startFloor, startService } from './support/processes.mjs';
import { figure, median, printMachine, printTable, progress, ratio, setting } from './support/report.mjs';
import { lockedRowRate } from './support/locked-row.mjs';
import { createRequests, prepareZone } from './support/zone.mjs';

const CONNECTIONS = [1, 16, 64];
const CLIENTS = 64;

export async function run() {
  const seconds = setting('BENCH_SECONDS', 5);
  const rounds = setting('BENCH_ROUNDS', 5);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const floor = await startFloor();
  const service = await startService(await postgres.createDatabase('bench'));
  try {
    await prepareZone(service.port, 4_000_000);
    const sides = sidesOf({ generator, floor, service, postgres });
    progress('warming up');
    for (const side of sides) await side.load(CLIENTS, Math.max(2, seconds / 2));
    const sync = syncMilliseconds(postgres.directory);
    const rows = [];
    for (const connections of CONNECTIONS) {
      rows.push(...(await compare(sides, connections, seconds, rounds)));
    }
    const locked = await beside(sides[1], postgres, seconds, rounds);
    print(rows, locked, sync);
  } finally {
    generator.stop();
    await Promise.all([floor.stop(), service.stop()]);
    await postgres.stop();
  }
}

/** Each side loads its server and says what a request cost each process, in microseconds of processor time. */
function sidesOf({ generator, floor, service, postgres }) {
  const requests = createRequests();
  const side = (name, server) => ({
    name,
    load: async (connections, seconds) => {
      const before = costs(server, postgres);
      const outcome = await generator.run({ port: server.port, requests, connections, seconds });
      const after = costs(server, postgres);
      const each = (of) => ((after[of] - before[of]) / outcome.count) * 1e6;
      return {
        ...outcome,
        server: each('server'),
        database: each('database'),
        generator: (outcome.processorSeconds / outcome.count) * 1e6,
      };
    },
  });
  return [side('framework’s floor', floor), side('create-reservation', service)];
}

function costs(server, postgres) {
  return {
    server: processorSeconds(server.pid) ?? NaN,
    database: processorSeconds(postgres.pid, { children: true }) ?? NaN,
  };
}

/** Takes turns, so that what else the machine does falls on both sides alike. */
async function compare(sides, connections, seconds, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const outcome = await side.load(connections, seconds);
      outcomes[index].push(outcome);
      progress(`${side.name}, ${connections} connections, round ${round}: ${figure(outcome.rate)}/s`);
    }
  }
  const shares = outcomes[1].map(({ rate }, round) => rate / outcomes[0][round].rate);
  return sides.map(({ name }, index) => ({
    name,
    connections,
    of: (pick) => median(outcomes[index].map((outcome) => outcome[pick])),
    share: index === 0 ? 1 : median(shares),
  }));
}

/** The service and the locked row, taking turns on the same server with as many clients. */
async function beside(side, postgres, seconds, rounds) {
  const service = [];
  const locked = [];
  for (let round = 1; round <= rounds; round++) {
    service.push((await side.load(CLIENTS, seconds)).rate);
    locked.push(await lockedRowRate(postgres, CLIENTS, seconds));
    progress(`locked row, ${CLIENTS} clients, round ${round}: ${figure(locked.at(-1).rate)}/s`);
  }
  return {
    tool: locked[0].tool,
    rate: median(locked.map(({ rate }) => rate)),
    milliseconds: median(locked.map(({ milliseconds }) => milliseconds)),
    service: median(service),
    share: median(service.map((rate, round) => rate / locked[round].rate)),
  };
}

function print(rows, locked, sync) {
  printMachine({ 'One page safely on disk': `${figure(sync)} ms` });
  printTable(
    'Creating reservations in one zone, beside the framework alone',
    ['', 'connections', 'per second', 'p50 ms', 'p99 ms', 'of the floor', 'server µs', 'PostgreSQL µs', 'generator µs'],
    rows.map(({ name, connections, of, share }) => [
      name,
      connections,
      figure(of('rate')),
      figure(of('p50')),
      figure(of('p99')),
      ratio(share),
      figure(of('server')),
      name === 'create-reservation' ? figure(of('database')) : '–',
      figure(of('generator')),
    ]),
  );
  printTable(
    `Beside one locked row per pool, ${CLIENTS} clients (${locked.tool})`,
    ['', 'per second', 'mean ms', 'ratio'],
    [
      ['update the pool’s row, insert the reservation, commit', figure(locked.rate), figure(locked.milliseconds), '1'],
      ['create-reservation over HTTP', figure(locked.service), figure((CLIENTS / locked.service) * 1000), ratio(locked.share)],
    ],
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await run();
