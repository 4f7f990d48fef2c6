// Creating reservations in one hot zone, beside the framework's floor and beside other ways of deciding the same.
import { startPostgres, syncMilliseconds } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startFloor, startService } from './support/processes.mjs';
import { count, figure, listSetting, median, progress, ratio, setting, sum } from './support/report.mjs';
import { floorSide, lockedRowSide, rivalSide, serviceSide } from './support/sides.mjs';
import { randomWindows } from './support/zone.mjs';

/** Reservations that are live before, and room for more than any run adds: here every refusal is a false one. */
const LIVE = 1000;
const CAPACITY = 4_000_000;

const RIVALS = ['placement', 'rangeSweep', 'stepFunction'];

export async function run(report) {
  const connections = listSetting('BENCH_CONNECTIONS', [1, 16, 64, 256]);
  const seconds = setting('BENCH_SECONDS', 2);
  const rounds = setting('BENCH_ROUNDS', 3);
  const warmUp = setting('BENCH_WARM_UP', 2);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const floor = await startFloor();
  const url = await postgres.createDatabase('bench');
  const service = await startService(url);
  try {
    report.fact('PostgreSQL', `${postgres.version}${postgres.directory ? ', durable' : ''}`);
    if (postgres.directory) {
      report.fact('One page safely on disk', `${figure(syncMilliseconds(postgres.directory))} ms`);
    }
    const surroundings = { postgres, generator, floor, url, service };
    const points = [];
    for (const [index, clients] of connections.entries()) {
      const sides = await sidesOf(surroundings, `hot-${clients}`);
      if (index === 0) for (const side of sides) await side.load({ connections: 16, seconds: warmUp });
      const results = await takeTurns(sides, { connections: clients, seconds }, rounds);
      for (const side of sides) await side.stop();
      print(report, clients, results);
      points.push({ clients, results });
    }
    claims(report, points);
    plot(report, points);
  } finally {
    generator.stop();
    await Promise.all([floor.stop(), service.stop()]);
    await postgres.stop();
  }
}

/** The service comes first: all others are compared with it. */
async function sidesOf({ postgres, generator, floor, url, service }, zone) {
  const shared = { capacity: CAPACITY, live: randomWindows(undefined, LIVE), windows: randomWindows() };
  const sides = [await serviceSide({ service, url, generator, zone, ...shared })];
  sides.push(floorSide({ floor, generator }), await lockedRowSide(postgres));
  for (const rival of RIVALS) sides.push(await rivalSide(postgres, rival, shared));
  return sides;
}

/** Takes turns, so that what else the machine does falls on all sides alike. */
export async function takeTurns(sides, order, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) outcomes[index].push(await side.load(order));
    const rates = outcomes.map((of) => figure(admittedRate(of.at(-1)))).join(', ');
    progress(`${order.connections} connection(s), round ${round}: ${rates} per second`);
  }
  const results = [];
  for (const [index, side] of sides.entries()) {
    results.push(await summary(side, outcomes[index], outcomes[0]));
  }
  return results;
}

/** Only what was admitted counts: who gives up has taken time and got nothing. */
function admittedRate({ rate, count, counts }) {
  return (rate * counts.ok) / count;
}

async function summary(side, outcomes, ours) {
  const of = (pick) => median(outcomes.map((outcome) => outcome[pick]));
  const refused = sum(outcomes.map((outcome) => outcome.count - outcome.counts.ok));
  return {
    name: side.name,
    rate: median(outcomes.map(admittedRate)),
    p50: of('p50'),
    p99: of('p99'),
    share: median(outcomes.map((outcome, round) => admittedRate(ours[round]) / admittedRate(outcome))),
    admitted: sum(outcomes.map(({ counts }) => counts.ok)),
    refused,
    over: side.check && (await side.check()).over,
  };
}

export const COLUMNS = [
  'ours is',
  'admitted per second',
  'p50 ms',
  'p99 ms',
  'admitted',
  'over-commits',
  'false refusals',
];

export function row({ name, rate, p50, p99, share, admitted, refused, over }) {
  const checked = over === undefined ? ['–', '–'] : [count(over), count(refused)];
  return [name, ratio(share), figure(rate), figure(p50), figure(p99), count(admitted), ...checked];
}

function print(report, clients, results) {
  const title = `One hot zone, ${clients} connection${clients === 1 ? '' : 's'}`;
  report.table(`connections-${clients}`, title, ['', ...COLUMNS], results.map(row));
}

function claims(report, points) {
  const at = (clients, index) => points.find((point) => point.clients === clients)?.results[index]?.share;
  const claim = (text, clients, index, wanted) => {
    const measured = at(clients, index);
    if (measured !== undefined) report.claim(text, { wanted, measured });
  };
  claim('ratio to the framework’s floor, 64 connections', 64, 1, 0.75);
  claim('ratio to the one-row transaction by pgbench, 64 connections', 64, 2, 3);
  claim('ratio to Placement’s statements, 16 writers', 16, 3, 50);
  const shares = points.flatMap(({ results }) => results.slice(4).map(({ share }) => share));
  report.claim('lowest ratio to range sweep and step function, 1,000 live', {
    wanted: 1,
    measured: Math.min(...shares),
  });
  const checked = points.flatMap(({ results }) => results[0].over + results[0].refused);
  report.claim('over-commits and false refusals of create-reservation', {
    wanted: 0,
    measured: sum(checked),
    most: true,
    unit: '',
  });
}

function plot(report, points) {
  const names = points[0].results.map(({ name }) => name);
  report.plot('throughput', {
    title: 'Reservations per second in one hot zone',
    x: 'connections',
    y: 'per second',
    series: names.map((name, index) => ({
      name: name.replace(' over HTTP', '').replace('row lock, ', ''),
      points: points.map(({ clients, results }) => [clients, results[index].rate]),
    })),
  });
}
