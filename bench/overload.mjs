// Three times as many requests as the service can manage: what still gets done, how fast the rest is refused, and what
// happens to memory.
import { startPostgres } from './support/database.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { residentBytes, startService } from './support/processes.mjs';
import { count, figure, median, percent, progress, setting } from './support/report.mjs';
import { quantiles } from './support/tally.mjs';
import { sweepZone } from './support/verdict.mjs';
import { mostPerSecond } from './open-loop.mjs';
import { createRequests, prepareZone, ZONE } from './support/zone.mjs';

const TIMES = 3;
const CONNECTIONS = setting('BENCH_CLIENTS', 2_000);

/** One address stands for clients from many, so it may take all places. */
const limitedTo = (requests) => ({ REQUEST_LIMIT: requests, REQUEST_LIMIT_PER_ADDRESS: requests });

/** How the service is set up; by default it has 256 requests under way, all of which may wait for one zone. */
const SETUPS = [
  { name: 'as by default', settings: limitedTo('256') },
  { name: 'REQUEST_LIMIT=64', settings: limitedTo('64') },
  { name: 'no limit', settings: { ...limitedTo('1000000'), QUEUE_LIMIT: '1000000' } },
];

const REFUSED = ['busy', 'limited'];

export async function run(report) {
  const seconds = setting('BENCH_SECONDS', 8);
  const rounds = setting('BENCH_ROUNDS', 3);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const rows = [];
  try {
    for (const [index, setup] of SETUPS.entries()) {
      const url = await postgres.createDatabase(`overload_${index}`);
      const service = await startService(url, { settings: setup.settings });
      try {
        rows.push({ ...setup, ...(await overloaded({ generator, service, url, seconds, rounds })) });
      } finally {
        await service.stop();
      }
    }
    print(report, rows);
  } finally {
    generator.stop();
    await postgres.stop();
  }
}

/**
 * Rounds of overload, each between two measurements of capacity: the machine may be slower after than before, and what is
 * got out of it is compared with the mean of both. The first seconds of overload, in which little of it has been compiled, don't count.
 */
async function overloaded({ generator, service, url, seconds, rounds }) {
  await prepareZone(service.port, 4_000_000);
  const order = { port: service.port, requests: createRequests() };
  let capacity = await mostPerSecond(generator, order, seconds / 8);
  await offerTooMuch(generator, order, capacity, setting('BENCH_WARM_UP', 2));
  const before = residentBytes(service.pid);
  const memory = [];
  const watch = setInterval(() => memory.push(residentBytes(service.pid)), 200);
  const outcomes = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await offerTooMuch(generator, order, capacity, seconds);
    const after = await mostPerSecond(generator, order, seconds / 8);
    progress(`capacity ${figure(capacity)}, then ${figure(after)}: ${JSON.stringify(outcome.counts)}`);
    outcomes.push({ ...ofOneRound(outcome, seconds), capacity: (capacity + after) / 2 });
    capacity = after;
  }
  clearInterval(watch);
  const of = (pick) => median(outcomes.map(pick));
  return {
    capacity: of((round) => round.capacity),
    goodput: of((round) => round.admitted.perSecond / round.capacity),
    admitted: { p99: of(({ admitted }) => admitted.p99) },
    refused: {
      perSecond: of(({ refused }) => refused.perSecond),
      p50: of(({ refused }) => refused.p50),
      p99: of(({ refused }) => refused.p99),
    },
    unsent: of(({ unsent }) => unsent),
    broken: of(({ broken }) => broken),
    before,
    most: Math.max(...memory),
    over: (await sweepZone(url, ZONE)).over,
  };
}

function offerTooMuch(generator, order, capacity, seconds) {
  return generator.run({
    ...order,
    allowed: ['ok', ...REFUSED, 'broken'],
    connections: CONNECTIONS,
    rate: capacity * TIMES,
    seconds,
    greeting: rendered('GET', '/livez'),
    history: true,
  });
}

function ofOneRound(outcome, seconds) {
  return {
    admitted: answersOf(outcome, seconds, ['ok']),
    refused: answersOf(outcome, seconds, REFUSED),
    unsent: outcome.unsent,
    broken: outcome.counts.broken,
  };
}

/** Answers of some kinds that came while the load lasted: how many per second, and how long after they were due. */
function answersOf({ history }, seconds, kinds) {
  const { names, labels, sent, received } = history;
  const until = sent.reduce((a, b) => Math.min(a, b), Infinity) + seconds * 1000;
  const chosen = [...labels.keys()].filter((i) => kinds.includes(names[labels[i]]) && received[i] <= until);
  return { perSecond: chosen.length / seconds, ...quantiles(chosen.map((i) => received[i] - sent[i])) };
}

function print(report, rows) {
  report.table(
    'overload',
    `Offered ${TIMES} × capacity, at random, over ${count(CONNECTIONS)} connections`,
    [
      '',
      'capacity per second',
      'goodput of capacity',
      'admitted p99 ms',
      'refused per second',
      'refusal p50 ms',
      'refusal p99 ms',
      'never got a connection',
      'broken off',
      'MB before',
      'MB at most',
      'over-commits',
    ],
    rows.map(({ name, capacity, goodput, admitted, refused, unsent, broken, before, most, over }) => [
      name,
      figure(capacity),
      percent(goodput),
      figure(admitted.p99),
      figure(refused.perSecond),
      figure(refused.p50),
      figure(refused.p99),
      count(unsent),
      count(broken),
      figure(before / 1e6),
      figure(most / 1e6),
      count(over),
    ]),
  );
  const [usual] = rows;
  report.claim('goodput at three times capacity', { wanted: 80, measured: usual.goodput * 100, unit: '%' });
  if (usual.refused.perSecond > 0) {
    report.claim('refusal of excess requests, p99', {
      wanted: 100,
      measured: usual.refused.p99,
      most: true,
      unit: 'ms',
    });
  }
}
