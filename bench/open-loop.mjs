// Latency where requests come when they come, whatever the answers do: nothing that is slow hides what waits behind it.
import { startPostgres } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { count, figure, median, percent, progress, setting, sum } from './support/report.mjs';
import { sweepZone } from './support/verdict.mjs';
import { createRequests, prepareZone, ZONE } from './support/zone.mjs';

const SHARES = [0.5, 0.8];
const CONNECTIONS = setting('BENCH_CLIENTS', 256);

export async function run(report) {
  const seconds = setting('BENCH_SECONDS', 10);
  const rounds = setting('BENCH_ROUNDS', 3);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const url = await postgres.createDatabase('bench');
  const service = await startService(url);
  try {
    await prepareZone(service.port, 4_000_000);
    const order = { port: service.port, requests: createRequests() };
    const capacity = await mostPerSecond(generator, order, seconds / 3);
    const rows = [];
    for (const share of SHARES) {
      const outcomes = [];
      for (let round = 0; round < rounds; round++) {
        const rate = capacity * share;
        outcomes.push(
          await generator.run({ ...order, connections: CONNECTIONS, rate, seconds: seconds / 2 }),
        );
        progress(
          `${percent(share)} of ${figure(capacity)} per second: p99 ${figure(outcomes.at(-1).p99)} ms`,
        );
      }
      rows.push({ share, outcomes });
    }
    print(report, capacity, rows, await sweepZone(url, ZONE));
  } finally {
    generator.stop();
    await service.stop();
    await postgres.stop();
  }
}

/** What the service manages when 64 clients ask again as soon as they are answered. */
export async function mostPerSecond(generator, order, seconds) {
  const warmUp = Math.max(setting('BENCH_WARM_UP', 2), seconds / 2);
  await generator.run({ ...order, connections: 64, seconds: warmUp });
  const rates = [];
  for (let round = 0; round < 3; round++) {
    rates.push((await generator.run({ ...order, connections: 64, seconds })).rate);
  }
  return median(rates);
}

function print(report, capacity, rows, { over }) {
  report.table(
    'latency',
    `Creating reservations as requests come at random, capacity being ${figure(capacity)} per second`,
    ['of capacity', 'per second', 'p50 ms', 'p99 ms', 'p99.9 ms', 'over-commits', 'false refusals'],
    rows.map(({ share, outcomes }) => {
      const of = (pick) => figure(median(outcomes.map((outcome) => outcome[pick])));
      const refused = sum(outcomes.map((outcome) => outcome.count - outcome.counts.ok));
      return [percent(share), of('rate'), of('p50'), of('p99'), of('p999'), count(over), count(refused)];
    }),
  );
}
