// Creating reservations with API keys, beside the same service without authentication, in turns.
import { storeKeys } from '../prove/system/principals.mjs';
import { onDatabase, startPostgres } from './support/database.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { count, figure, median, progress, ratio, setting, sum } from './support/report.mjs';
import { createRequest, prepareZone, randomWindows } from './support/zone.mjs';
import { sweepZone } from './support/verdict.mjs';

const CAPACITY = 4_000_000;
const KEYS = 10_000;
const TENANTS = 1_000;
const ZONE = 'access';

export async function run(report) {
  const connections = setting('BENCH_CONNECTIONS', 64);
  const seconds = setting('BENCH_SECONDS', 4);
  const rounds = setting('BENCH_ROUNDS', 7);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const services = [];
  try {
    const sides = [];
    for (const auth of ['none', 'keys']) {
      const url = await postgres.createDatabase(`access_${auth}`);
      const open = await startService(url);
      await prepareZone(open.port, CAPACITY, ZONE);
      if (auth === 'none') services.push(open);
      else {
        await open.stop();
        services.push(await startService(url, { settings: { AUTH: 'keys' } }));
      }
      const keys = auth === 'keys' ? await keysIn(url) : undefined;
      const { port } = services.at(-1);
      if (keys) await useEach(generator, port, keys);
      sides.push({ name: `AUTH=${auth}`, url, port, requests: requestsWith(keys) });
    }
    for (const side of sides) await load(generator, side, { connections: 16, seconds: 2 });
    const outcomes = await takeTurns(generator, sides, { connections, seconds }, rounds);
    await print(report, connections, sides, outcomes);
  } finally {
    generator.stop();
    await Promise.all(services.map((service) => service.stop()));
    await postgres.stop();
  }
}

/** Gives what the holders of the keys send. */
async function keysIn(url) {
  const holders = Array.from({ length: KEYS }, (_, index) => ({
    name: 'bench',
    tenant: `tenant-${index % TENANTS}`,
  }));
  const keys = await onDatabase(url, (client) => storeKeys(client, holders));
  return keys.map(({ text }) => text);
}

/** A process reads each key at its first use: that belongs to its start, and not to what is measured. */
async function useEach(generator, port, keys) {
  const whoami = rendered('GET', '/whoami');
  const requests = keys.map((key) => withKey(whoami, key));
  const labels = { ok: '"role":"consumer"' };
  await generator.run({ port, requests, labels, offset: 0, connections: 16, count: KEYS });
}

function withKey(request, key) {
  return request.replace('\r\n', `\r\nAuthorization: Bearer ${key}\r\n`);
}

/** As many requests as there are keys, each with its own. */
function requestsWith(keys) {
  return randomWindows(undefined, KEYS).map((window, index) => {
    const request = createRequest(window, ZONE);
    return keys ? withKey(request, keys[index]) : request;
  });
}

function load(generator, { port, requests }, order) {
  return generator.run({ port, requests, ...order });
}

/** The order changes from round to round, so that neither side always follows the other. */
async function takeTurns(generator, sides, order, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    const indexes = round % 2 === 0 ? [1, 0] : [0, 1];
    for (const index of indexes) outcomes[index].push(await load(generator, sides[index], order));
    const rates = outcomes.map((of) => figure(of.at(-1).rate)).join(', ');
    progress(`round ${round}: ${rates} per second`);
  }
  return outcomes;
}

async function print(report, connections, sides, outcomes) {
  const share = median(outcomes[1].map(({ rate }, round) => rate / outcomes[0][round].rate));
  const rows = [];
  for (const [index, { name, url }] of sides.entries()) {
    const of = (pick) => median(outcomes[index].map((outcome) => outcome[pick]));
    const admitted = sum(outcomes[index].map(({ counts }) => counts.ok));
    const { over } = await sweepZone(url, ZONE);
    rows.push([
      name,
      index === 0 ? '–' : ratio(share),
      figure(of('rate')),
      figure(of('p50')),
      figure(of('p99')),
      count(admitted),
      count(over),
    ]);
  }
  const title = `create-reservation, ${connections} connections, ${count(KEYS)} keys of ${count(TENANTS)} tenants`;
  const columns = ['', 'of none', 'admitted per second', 'p50 ms', 'p99 ms', 'admitted', 'over-commits'];
  report.table('access', title, columns, rows);
  report.claim('admissions with API keys, ratio to AUTH=none', { wanted: 0.95, measured: share });
}
