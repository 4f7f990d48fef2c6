// What thousands of waiting reservations cost those that do not wait, how long it takes to admit the right ones, and what a
// series of 366 costs.
import { onDatabase, startPostgres } from './support/database.mjs';
import { loadReservations } from './support/live-reservations.mjs';
import { LoadGenerator, operation, rendered } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { figure, median, progress, ratio, setting } from './support/report.mjs';
import { createRequests, DAY, HOUR, LARGEST_RAM, ONE, prepareZone, time, YEAR } from './support/zone.mjs';

const WAITING = setting('BENCH_WAITING', 10_000);
const LIVE = setting('BENCH_LIVE_SERIES', 100_000);
const ROUNDS = setting('BENCH_ROUNDS', 3);
const SECONDS = setting('BENCH_SECONDS', 5);
const CONNECTIONS = setting('BENCH_CONNECTIONS', 64);
const CANCELS = setting('BENCH_REQUESTS', 20);
const OCCURRENCES = Math.min(366, setting('BENCH_OCCURRENCES', 366));

/** None waits in the first zone; in the second, all the memory, which is never free; in the third, a core each. */
const [QUIET, AWAITED, CROWDED, CALENDAR] = ['quiet', 'awaited', 'crowded', 'calendar'];

export async function run(report) {
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  let service;
  try {
    const url = await postgres.createDatabase('waiting');
    service = await startService(url, { settings: { WAIT_LIMIT: '20000' } });
    const { port } = service;
    for (const zone of [QUIET, AWAITED]) {
      await prepareZone(port, 1_000_000, zone, { ram: LARGEST_RAM });
      await operation(port, 'create-reservation', { zone, capacity: ONE });
    }
    await prepareZone(port, 1_000_000, CALENDAR, { ram: LARGEST_RAM });
    await letWait(generator, port, AWAITED, { ram: LARGEST_RAM });
    await bystanders(report, generator, port);
    await admissions(report, generator, port, url);
    await service.stop();
    service = await startWithCalendar(url);
    await series(report, generator, service.port);
  } finally {
    generator.stop();
    await service?.stop();
    await postgres.stop();
  }
}

async function letWait(generator, port, zone, capacity) {
  const end = time(now() + YEAR);
  const request = rendered('POST', '/create-reservation', { zone, end, capacity, wait: true });
  const connections = Math.min(32, WAITING);
  await generator.run({ port, requests: [request], connections, count: WAITING });
  progress(`${WAITING} wait in ${zone}`);
}

/** Reservations that fit, in a zone in which thousands wait and in one in which none does. */
async function bystanders(report, generator, port) {
  const shares = [];
  const rows = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const rates = [];
    for (const zone of [QUIET, AWAITED]) {
      const requests = createRequests(HOUR, zone, 512);
      const { rate } = await generator.run({ port, requests, connections: CONNECTIONS, seconds: SECONDS });
      rates.push(rate);
    }
    shares.push(rates[1] / rates[0]);
    rows.push([round, ...rates.map(figure), ratio(shares.at(-1))]);
    progress(`round ${round}: ${rates.map(figure).join(', ')} per second`);
  }
  const title = `Reservations per second that fit, ${CONNECTIONS} connections`;
  report.table('bystanders', title, ['round', 'none waits', `${WAITING} wait`, 'share'], rows);
  const text = `throughput of admissions that free nothing, beside ${WAITING} waiting reservations`;
  report.claim(text, { wanted: 0.95, measured: median(shares) });
}

/** Each cancellation frees a core, for which thousands wait. */
async function admissions(report, generator, port, url) {
  await prepareZone(port, CANCELS, CROWDED);
  const end = time(now() + YEAR);
  const blockers = [];
  for (let number = 0; number < CANCELS; number++) {
    const made = await operation(port, 'create-reservation', { zone: CROWDED, end, capacity: { cores: 1 } });
    blockers.push(made['reservation-id']);
  }
  await letWait(generator, port, CROWDED, { cores: 1 });
  const times = [];
  for (const id of blockers) {
    const begun = performance.now();
    await operation(port, 'cancel-reservation', { 'reservation-id': id });
    times.push(performance.now() - begun);
  }
  const [{ admitted, batches }] = await onDatabase(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as admitted, count(distinct e.batch)::int as batches
         from reservations r join ledger_entries e on e.zone_id = r.zone_id and e.owner_id = r.id and e.provider_id is not null
        where r.zone_id = $1 and r.status = 'admitted'`,
      [CROWDED],
    );
    return rows;
  });
  report.table(
    'admitted',
    `Cancellations that each free room for one of ${WAITING} waiting reservations`,
    ['cancellations', 'admitted', 'appends', 'ms, median', 'ms, longest'],
    [[CANCELS, admitted, batches, figure(median(times)), figure(Math.max(...times))]],
  );
  report.claim('waiting reservations admitted per cancellation that makes room for one', {
    wanted: 1,
    measured: admitted / CANCELS,
  });
}

async function startWithCalendar(url) {
  await onDatabase(url, async (client) => {
    await loadReservations(client, CALENDAR, LIVE);
    await client.query('analyze');
  });
  return startService(url);
}

async function series(report, generator, port) {
  const start = now() + DAY;
  const window = { start: time(start), end: time(start + HOUR) };
  const ask = { zone: CALENDAR, ...window, capacity: ONE };
  const single = rendered('POST', '/create-reservation', ask);
  const all = rendered('POST', '/create-reservation', { ...ask, repeat: `FREQ=DAILY;COUNT=${OCCURRENCES}` });
  const times = { single: [], all: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await generator.run({ port, requests: [single], connections: 1, count: 20 });
    const many = await generator.run({ port, requests: [all], connections: 1, count: 3 });
    // The first builds the fold.
    if (round === 0) continue;
    times.single.push(one.p50);
    times.all.push(many.p50);
  }
  const [one, many] = [median(times.single), median(times.all)];
  report.table(
    'series',
    `Milliseconds, beside ${LIVE.toLocaleString('en-US')} live reservations; one connection`,
    ['one reservation', `a series of ${OCCURRENCES}`, 'ratio'],
    [[figure(one), figure(many), ratio(many / one)]],
  );
  const text = `time of a series of ${OCCURRENCES}, in times of one reservation`;
  report.claim(text, { wanted: 100, measured: many / one, most: true });
}

function now() {
  return Math.floor(Date.now() / 1000);
}
