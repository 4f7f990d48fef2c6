// Creating reservations in one hot zone, beside the framework's floor and beside the same bookkeeping done with a locked
// row per pool.
import { pathToFileURL } from 'node:url';
import { startPostgres, syncMilliseconds } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { processorSeconds, startFloor, startService } from './support/processes.mjs';
import {
  figure,
  median,
  percent,
  printMachine,
  printTable,
  progress,
  ratio,
  setting,
} from './support/report.mjs';
import { lockedRowRate } from './support/locked-row.mjs';
import { machineSeconds, quietRounds, shareElsewhere } from './support/quiet.mjs';
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
    const facts = {
      PostgreSQL: `${postgres.version}, durable`,
      'One page safely on disk': `${figure(syncMilliseconds(postgres.directory))} ms`,
    };
    const rows = [];
    for (const connections of CONNECTIONS) {
      rows.push(...(await compare(sides, connections, seconds, rounds)));
    }
    const locked = await beside(sides[1], postgres, seconds, rounds);
    print(rows, locked, facts);
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
      const used = (of) => after[of] - before[of];
      const ours = used('server') + used('database') + used('self') + outcome.processorSeconds;
      return {
        ...outcome,
        server: (used('server') / outcome.count) * 1e6,
        database: (used('database') / outcome.count) * 1e6,
        generator: (outcome.processorSeconds / outcome.count) * 1e6,
        elsewhere: shareElsewhere(used('machine'), ours, outcome.seconds),
      };
    },
  });
  return [side('framework’s floor', floor), side('create-reservation', service)];
}

function costs(server, postgres) {
  const { user, system } = process.cpuUsage();
  return {
    server: processorSeconds(server.pid) ?? NaN,
    database: processorSeconds(postgres.pid, { children: true }) ?? NaN,
    self: (user + system) / 1e6,
    machine: machineSeconds(),
  };
}

/** Takes turns, so that what else the machine does falls on both sides alike. */
async function compare(sides, connections, seconds, rounds) {
  const pairs = await quietRounds(rounds, async (round) => {
    const pair = [];
    for (const side of sides) pair.push(await side.load(connections, seconds));
    const elsewhere = Math.max(...pair.map((outcome) => outcome.elsewhere));
    const rates = pair.map(({ rate }) => `${figure(rate)}/s`).join(' and ');
    progress(`${connections} connection(s), round ${round}: ${rates}, ${percent(elsewhere)} used elsewhere`);
    return { pair, elsewhere };
  });
  return sides.map(({ name }, index) => ({
    name,
    connections,
    of: (pick) => median(pairs.map(({ pair }) => pair[index][pick])),
    share: median(pairs.map(({ pair }) => pair[index].rate / pair[0].rate)),
  }));
}

/** The service and the locked row, taking turns on the same server with as many clients. */
async function beside(side, postgres, seconds, rounds) {
  const pairs = await quietRounds(rounds, async (round) => {
    const service = await side.load(CLIENTS, seconds);
    const locked = await lockedRowRate(postgres, CLIENTS, seconds);
    const rates = `${figure(service.rate)}/s and ${figure(locked.rate)}/s`;
    progress(`beside the locked row, round ${round}: ${rates}, ${percent(service.elsewhere)} used elsewhere`);
    return { service, locked, elsewhere: service.elsewhere };
  });
  return {
    tool: pairs[0].locked.tool,
    rate: median(pairs.map(({ locked }) => locked.rate)),
    milliseconds: median(pairs.map(({ locked }) => locked.milliseconds)),
    service: median(pairs.map(({ service }) => service.rate)),
    share: median(pairs.map(({ service, locked }) => service.rate / locked.rate)),
  };
}

function print(rows, locked, facts) {
  printMachine(facts);
  printTable(
    'Creating reservations in one zone, beside the framework alone',
    [
      '',
      'connections',
      'per second',
      'p50 ms',
      'p99 ms',
      'of the floor',
      'server µs',
      'PostgreSQL µs',
      'generator µs',
      'elsewhere',
    ],
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
      percent(of('elsewhere')),
    ]),
  );
  printTable(
    `Beside one locked row per pool, ${CLIENTS} clients (${locked.tool})`,
    ['', 'per second', 'mean ms', 'ratio'],
    [
      [
        'update the pool’s row, insert the reservation, commit',
        figure(locked.rate),
        figure(locked.milliseconds),
        '1',
      ],
      [
        'create-reservation over HTTP',
        figure(locked.service),
        figure((CLIENTS / locked.service) * 1000),
        ratio(locked.share),
      ],
    ],
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await run();
