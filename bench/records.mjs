// Requests about single records: how fast they are read, how fast instances are made, and what the latter leave of the admissions in
// another zone.
import { startPostgres } from './support/database.mjs';
import { LoadGenerator, operation, rendered } from './support/load.mjs';
import { startFloor, startService } from './support/processes.mjs';
import { figure, listSetting, median, percent, progress, ratio, setting } from './support/report.mjs';
import { createRequests, prepareZone, ZONE } from './support/zone.mjs';

const ELSEWHERE = `${ZONE}-elsewhere`;
const CAPACITY = 2_000_000;

const ROUNDS = setting('BENCH_ROUNDS', 3);
const SECONDS = setting('BENCH_SECONDS', 4);
const CONNECTIONS = listSetting('BENCH_CONNECTIONS', [1, 64]);
const CLIENTS = Math.max(...CONNECTIONS);
/** Reservations that are read, and on which the instances draw. */
const RESERVATIONS = setting('BENCH_DRAWN', 400);

const FOUND = { ok: 'HTTP/1.1 200' };

export async function run(report) {
  const postgres = await startPostgres();
  const [generator, beside] = [new LoadGenerator(), new LoadGenerator()];
  const floor = await startFloor();
  const service = await startService(await postgres.createDatabase('records'));
  try {
    const world = await makeWorld(service.port);
    await measureReads(report, { generator, floor, service }, world);
    await measureInstances(report, { generator, beside, service }, world);
  } finally {
    generator.stop();
    beside.stop();
    await Promise.all([floor.stop(), service.stop()]);
    await postgres.stop();
  }
}

/** Reservations that have begun, each with an instance. */
async function makeWorld(port) {
  const providerId = await prepareZone(port, CAPACITY);
  await prepareZone(port, CAPACITY, ELSEWHERE);
  const capacity = { cores: 2_000, ram: 4_000_000, instances: 2_000 };
  const reservationIds = [];
  const instanceIds = [];
  for (let number = 0; number < RESERVATIONS; number++) {
    const { 'reservation-id': id } = await operation(port, 'create-reservation', { zone: ZONE, capacity });
    const made = await operation(port, 'create-instance', instanceOn(id));
    reservationIds.push(id);
    instanceIds.push(made['instance-id']);
  }
  return { providerId, reservationIds, instanceIds };
}

function instanceOn(reservationId) {
  return { 'reservation-id': reservationId, name: 'bench', image: 'i', flavor: 'm1.tiny' };
}

function readsOf({ providerId, reservationIds, instanceIds }) {
  const get = (path) => rendered('GET', path);
  return {
    'a reservation': reservationIds.map((id) => get(`/reservations/${id}`)),
    'a reservation of the northbound interface': reservationIds.map((id) =>
      get(`/reservation/compute/query?reservationId=${id}`),
    ),
    'an instance': instanceIds.map((id) => get(`/instances/${id}`)),
    'a provider': [get(`/providers/${providerId}`)],
    'a list of 20 reservations': [get('/reservations?limit=20')],
  };
}

async function measureReads(report, { generator, floor, service }, world) {
  const rows = [];
  for (const [name, requests] of Object.entries(readsOf(world))) {
    const cells = [];
    for (const connections of CONNECTIONS) {
      const pairs = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const order = { connections, seconds: SECONDS };
        const read = await generator.run({ ...order, port: service.port, requests, labels: FOUND });
        const base = await generator.run({ ...order, port: floor.port, requests: createRequests() });
        // The first round warms up.
        if (round > 0) pairs.push({ rate: read.rate, base: base.rate });
      }
      cells.push(figure(median(pairs.map(({ rate }) => rate))));
      cells.push(ratio(median(pairs.map(({ rate, base }) => rate / base))));
    }
    rows.push([name, ...cells]);
    progress(rows.at(-1).join(' '));
  }
  report.table(
    'reads',
    'Reads of single records per second, and their ratio to the framework’s floor',
    ['', ...CONNECTIONS.flatMap((many) => [`${many} at once`, 'ratio'])],
    rows,
  );
}

async function measureInstances(report, { generator, beside, service }, { reservationIds }) {
  const order = { port: service.port, connections: CLIENTS, seconds: SECONDS };
  const admissions = { ...order, requests: createRequests(undefined, ELSEWHERE) };
  const instances = {
    ...order,
    requests: reservationIds.map((id) => rendered('POST', '/create-instance', instanceOn(id))),
  };
  // Later it would not be alone: servers are still made for a while.
  const alone = [];
  for (let round = 0; round <= ROUNDS; round++) alone.push((await generator.run(admissions)).rate);
  const usual = median(alone.slice(1));
  const rows = [];
  const shares = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const [admitted, made] = await Promise.all([generator.run(admissions), beside.run(instances)]);
    const after = await generator.run(admissions);
    const only = await beside.run(instances);
    shares.push(admitted.rate / usual);
    const rates = [after, made, only].map(({ rate }) => figure(rate));
    rows.push([round, figure(usual), figure(admitted.rate), percent(shares.at(-1)), ...rates]);
    progress(rows.at(-1).join(' '));
  }
  report.table(
    'instances',
    `Admissions and instances per second, ${CLIENTS} clients each`,
    [
      'round',
      'admissions alone',
      'beside instances',
      'share',
      'while servers are made',
      'instances beside admissions',
      'instances alone',
    ],
    rows,
  );
  report.claim('admissions in one zone beside clients that make instances in another, of those alone', {
    wanted: 50,
    measured: 100 * median(shares),
    unit: '%',
  });
}
