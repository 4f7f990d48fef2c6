// What a service meets in practice: of a hundred requests to a zone seventy ask, twenty create, ten change or cancel.
import { onDatabase, startPostgres } from './support/database.mjs';
import { LoadGenerator, OPERATION_LABELS, rendered } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { count, figure, listSetting, median, progress, setting, sum } from './support/report.mjs';
import { quantiles } from './support/tally.mjs';
import { sweepZone } from './support/verdict.mjs';
import {
  createRequest,
  createRequests,
  DAY,
  HOUR,
  MONTH,
  prepareZone,
  randomWindow,
  time,
  ZONE,
} from './support/zone.mjs';

/** Of twenty requests so many of a kind. */
const SHARES = { 'capacity query': 14, create: 4, update: 1, cancel: 1 };

/** Reservations that updates go to; they are never cancelled. */
const UPDATED = 500;

const LABELS = { found: '"capacityInformation"', ...OPERATION_LABELS };

export async function run(report) {
  const connections = listSetting('BENCH_CONNECTIONS', [1, 16, 64]);
  const rounds = setting('BENCH_ROUNDS', 3);
  const requests = setting('BENCH_REQUESTS', 20_000);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const url = await postgres.createDatabase('bench');
  const service = await startService(url);
  try {
    await prepareZone(service.port, 4_000_000);
    const surroundings = { service, url, generator };
    const updated = await createdIds(surroundings, UPDATED);
    await load({ ...surroundings, updated }, 16, Math.ceil(requests / 4));
    const rows = [];
    for (const clients of connections) {
      const outcomes = [];
      // One client alone is slower, and as many requests would take as many times as long.
      const many = clients === 1 ? Math.ceil(requests / 5) : requests;
      for (let round = 0; round < rounds; round++) {
        outcomes.push(await load({ ...surroundings, updated }, clients, many));
        progress(`${clients} connection(s): ${figure(outcomes.at(-1).rate)} per second`);
      }
      rows.push(...rowsOf(clients, outcomes));
    }
    print(report, rows, await sweepZone(url, ZONE));
  } finally {
    generator.stop();
    await service.stop();
    await postgres.stop();
  }
}

/** Creates reservations and gives their ids. */
async function createdIds({ service, url, generator }, many) {
  const requests = createRequests(MONTH, ZONE, many);
  await generator.run({ port: service.port, requests, offset: 0, connections: 16, count: many });
  const { rows } = await onDatabase(url, (client) => client.query(LATEST_IDS, [ZONE, many]));
  return rows.map(({ id }) => id);
}

const LATEST_IDS = `
  select id from reservations where zone_id = $1 and ended_at is null order by id desc limit $2`;

async function load({ service, url, generator, updated }, connections, many) {
  const kinds = shuffledKinds(many);
  const cancels = kinds.filter((kind) => kind === 'cancel').length;
  const cancelled = await createdIds({ service, url, generator }, cancels);
  const requests = kinds.map((kind) => request(kind, updated, cancelled));
  const outcome = await generator.run({
    port: service.port,
    requests,
    offset: 0,
    connections,
    count: requests.length,
    labels: LABELS,
    allowed: ['ok', 'found'],
    history: true,
  });
  return { ...outcome, kinds };
}

function shuffledKinds(many) {
  const twenty = Object.entries(SHARES).flatMap(([kind, share]) => Array(share).fill(kind));
  const kinds = Array.from({ length: many }, (_, index) => twenty[index % twenty.length]);
  for (let i = kinds.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [kinds[i], kinds[j]] = [kinds[j], kinds[i]];
  }
  return kinds;
}

function request(kind, updated, cancelled) {
  if (kind === 'capacity query') return query();
  if (kind === 'create') return createRequest(randomWindow());
  if (kind === 'cancel')
    return rendered('POST', '/cancel-reservation', { 'reservation-id': cancelled.pop() });
  const id = updated[Math.floor(Math.random() * updated.length)];
  const end = time(Math.floor(Date.now() / 1000) + 400 * DAY + Math.floor(Math.random() * MONTH));
  return rendered('POST', '/update-reservation', { 'reservation-id': id, end });
}

function query() {
  const lengths = [HOUR, DAY, MONTH];
  const { start, end } = randomWindow(lengths[Math.floor(Math.random() * lengths.length)]);
  const timePeriod = { startTime: time(start), stopTime: time(end) };
  return rendered('GET', '/capacity/compute/query', {
    zoneId: ZONE,
    computeResourceTypeId: 'cpuCores',
    timePeriod,
  });
}

/** A row for all requests together, and one per kind. */
function rowsOf(clients, outcomes) {
  const rows = [undefined, ...Object.keys(SHARES)].map((kind) => {
    const times = outcomes.map((outcome) => quantiles(timesOf(outcome, kind)));
    const rates = outcomes.map(
      ({ kinds, seconds }) => kinds.filter((each) => each === (kind ?? each)).length / seconds,
    );
    const of = (pick) => figure(median(times.map((time) => time[pick])));
    return [kind ?? '**all**', clients, figure(median(rates)), of('p50'), of('p99')];
  });
  return rows;
}

function timesOf({ history, kinds }, kind) {
  const chosen = [...history.requests.keys()].filter((i) => !kind || kinds[history.requests[i]] === kind);
  return chosen.map((i) => history.received[i] - history.sent[i]);
}

/** A refusal or an error would have ended the run: nothing asked for here may fail. */
function print(report, rows, { over }) {
  report.table(
    'mixed',
    'Mixed traffic on one zone: 70 % queries, 20 % creations, 10 % updates and cancellations',
    ['', 'connections', 'per second', 'p50 ms', 'p99 ms', 'over-commits', 'false refusals'],
    rows.map((row) => [...row, count(over), 0]),
  );
  report.claim('over-commits under mixed traffic', {
    wanted: 0,
    measured: sum([over]),
    most: true,
    unit: '',
  });
}
