// Clients that mean harm: while many of them send what costs the service most, is it still alive, and what is left for admissions?
import { setTimeout as sleep } from 'node:timers/promises';
import { onDatabase, startPostgres } from './support/database.mjs';
import { attacks } from './support/attacks.mjs';
import { copyZone } from './support/live-reservations.mjs';
import { call, LoadGenerator, operation, rendered } from './support/load.mjs';
import { onCopy } from './support/on-copy.mjs';
import { startService } from './support/processes.mjs';
import { count, figure, percent, progress, setting } from './support/report.mjs';
import { quantiles } from './support/tally.mjs';
import { sweepZone } from './support/verdict.mjs';
import { createRequests, DAY, MONTH, prepareZone, time, ZONE } from './support/zone.mjs';

const CLIENTS = 64;

/** Reservations that have as many elements as they can have. */
const TIED = 20;
const ELEMENTS = 1_000;

/** Instances that have drawn on one reservation, and containers of another one. */
const DRAWN = 1_000;
const CONTAINERS = 700;

/** Liveness is asked at this rate, whatever the answers do. */
const PROBES_PER_SECOND = 50;

const ALIVE = { ok: 'HTTP/1.1 200' };
const ANY = {
  ok: 'HTTP/1.1 2',
  busy: 'HTTP/1.1 503',
  limited: 'HTTP/1.1 429',
  refused: 'HTTP/1.1 4',
  failed: 'HTTP/1.1 5',
};

export async function run(report) {
  const seconds = setting('BENCH_SECONDS', 4);
  const postgres = await startPostgres();
  const generators = {
    admissions: new LoadGenerator(),
    abuse: new LoadGenerator(),
    probes: new LoadGenerator(),
  };
  try {
    const world = await makeWorld(await postgres.createDatabase('abuse'), generators.admissions);
    const rows = [];
    for (const [name, requests] of wantedAttacks(world)) {
      rows.push({ name, ...(await attackOnce(postgres, generators, requests, seconds)) });
      progress(asLine(rows.at(-1)));
    }
    print(report, rows, world);
  } finally {
    for (const generator of Object.values(generators)) generator.stop();
    await postgres.stop();
  }
}

/** Many zones, one of which has many reservations, some of them with many elements. */
export async function makeWorld(url, generator) {
  const zones = setting('BENCH_ABUSE_ZONES', 1_000);
  const reservations = setting('BENCH_ABUSE_RESERVATIONS', 10_000);
  const service = await startService(url);
  // All that is admitted meanwhile has to fit, however fast the machine.
  const providerId = await prepareZone(service.port, 400_000);
  await copyZone(
    url,
    Array.from({ length: zones - 1 }, (_, number) => `${ZONE}-${number + 1}`),
  );
  const requests = createRequests(MONTH, ZONE, reservations);
  await generator.run({ port: service.port, requests, offset: 0, connections: 16, count: reservations });
  const { rows } = await onDatabase(url, (client) =>
    client.query('select id from reservations where zone_id = $1 order by id limit $2', [ZONE, ELEMENTS]),
  );
  const ids = rows.map(({ id }) => id);
  const now = Math.floor(Date.now() / 1000);
  const window = { start: time(now + DAY), end: time(now + MONTH) };
  for (let number = 0; number < Math.min(TIED, reservations); number++) {
    await operation(service.port, 'create-reservation', {
      zone: ZONE,
      ...window,
      capacity: { cores: 1 },
      elements: ids,
    });
  }
  const drawn = await makeDrawn(service.port, Math.min(DRAWN, reservations));
  const contained = await makeContained(service.port, {
    start: window.start,
    count: Math.min(TIED, reservations),
  });
  await service.stop();
  const unknown = ids.map((id) => `00000000${id.slice(8)}`);
  return { zone: ZONE, zones, reservations, ids, unknown, providerId, now, contained, ...drawn };
}

/** A reservation on which many instances have drawn, and an instance that is still there. */
async function makeDrawn(port, count) {
  const capacity = { cores: 1_000, ram: 1_000_000, instances: 1_000 };
  const { 'reservation-id': drawnId } = await operation(port, 'create-reservation', { zone: ZONE, capacity });
  const boot = (more) =>
    operation(port, 'create-instance', { name: 'bench', image: 'i', flavor: 'm1.tiny', ...more });
  for (let number = 0; number < count; number++) {
    const made = await boot({ 'reservation-id': drawnId });
    await operation(port, 'destroy-instance', { 'instance-id': made['instance-id'] });
  }
  const { 'instance-id': instanceId } = await boot({});
  return { drawnId, instanceId };
}

/** Reservations with many containers. */
async function makeContained(port, { start, count }) {
  const containerFlavor = { virtualCpu: { numVirtualCpu: 1 }, virtualMemory: { virtualMemSize: 1 } };
  const containers = Array.from({ length: CONTAINERS }, (_, index) => ({
    containerId: `c${index}`,
    containerFlavor,
  }));
  const request = { zoneId: ZONE, startTime: start, virtualizationContainerReservation: containers };
  const made = [];
  for (let number = 0; number < count; number++) {
    const { body } = await call(port, 'reservation/compute/create', request);
    made.push(body.reservationData.reservationId);
  }
  return made;
}

function wantedAttacks(world) {
  const wanted = process.env.BENCH_ABUSES?.split(',');
  const isWanted = ([name]) => wanted === undefined || wanted.some((part) => name.includes(part));
  return Object.entries(attacks(world)).filter(isWanted);
}

function attackOnce(postgres, generators, requests, seconds) {
  return onCopy(postgres, 'abuse', async (service, url) => {
    await measure(service, generators, undefined, setting('BENCH_WARM_UP', 2));
    const before = await measure(service, generators, undefined, seconds);
    const during = await measure(service, generators, requests, seconds);
    const after = await measure(service, generators, undefined, seconds);
    const alone = (before.rate + after.rate) / 2;
    const { over } = await sweepZone(url, ZONE);
    return {
      ...during,
      alone,
      ratio: during.rate / alone,
      p99Alone: Math.max(before.p99, after.p99),
      over,
    };
  });
}

function asLine({ name, rate, alone, p99, p99Alone, abuse: { counts } }) {
  return `${name}: ${figure(rate)} of ${figure(alone)}, livez p99 ${figure(p99)} ms (${figure(p99Alone)}), abuse ${JSON.stringify(counts)}`;
}

/**
 * Admissions and questions about liveness, with or without abusers beside them. The abusers come when all others are
 * connected: Node takes in one connection per turn of its loop, which would be measured otherwise.
 */
async function measure({ port }, { admissions, abuse, probes }, abusive, seconds) {
  const lead = setting('BENCH_LEAD', 1);
  const lasting = { port, seconds: lead + seconds, history: true };
  const [admitted, alive, abused] = await Promise.all([
    admissions.run({
      ...lasting,
      requests: createRequests(),
      connections: CLIENTS,
      allowed: ['ok', 'busy', 'limited'],
    }),
    probes.run({
      ...lasting,
      requests: [rendered('GET', '/livez')],
      connections: 16,
      rate: PROBES_PER_SECOND,
      labels: ALIVE,
      allowed: ['ok'],
    }),
    abusive &&
      sleep(lead * 1000).then(() =>
        abuse.run({
          port,
          requests: abusive,
          connections: CLIENTS,
          seconds,
          labels: ANY,
          allowed: [...Object.keys(ANY), 'other', 'broken'],
        }),
      ),
  ]);
  return {
    rate: timesOf(admitted, 'received', lead, seconds).length / seconds,
    p99: quantiles(timesOf(alive, 'sent', lead, seconds)).p99,
    abuse: abused,
  };
}

/** How long each request took that was answered `ok`, and sent or received after the lead and before the end. */
function timesOf({ history: { names, labels, ...times } }, moment, lead, seconds) {
  const { sent, received } = times;
  const from = sent.reduce((a, b) => Math.min(a, b), Infinity) + lead * 1000;
  const ok = names.indexOf('ok');
  const isCounted = (i) =>
    labels[i] === ok && times[moment][i] > from && times[moment][i] <= from + seconds * 1000;
  return [...labels.keys()].filter(isCounted).map((i) => received[i] - sent[i]);
}

function print(report, rows, { zones, reservations }) {
  report.fact('Abusers', `${CLIENTS} connections each, beside ${CLIENTS} that create reservations`);
  report.fact(
    'Stored',
    `${count(zones)} zones, ${count(reservations)} reservations in the zone of the admissions`,
  );
  report.table(
    'abuse',
    'Admissions and liveness beside clients that mean harm',
    [
      'what the abusers send',
      'admissions per second alone',
      'beside them',
      'of that alone',
      '/livez p99 ms alone',
      'beside them',
      'abusers’ answers 2xx per second',
      '503 and 429',
      '4xx',
      '5xx',
    ],
    rows.map(({ name, alone, rate, ratio, p99, p99Alone, abuse: { counts, seconds } }) => [
      name,
      figure(alone),
      figure(rate),
      percent(ratio),
      figure(p99Alone),
      figure(p99),
      figure(counts.ok / seconds),
      figure((counts.busy + counts.limited) / seconds),
      figure(counts.refused / seconds),
      figure((counts.failed + counts.other + counts.broken) / seconds),
    ]),
  );
  const worst = (pick) => rows.map(pick).reduce((a, b) => Math.max(a, b), 0);
  report.claim('p99 of /livez during the worst abuse', {
    wanted: 250,
    measured: worst(({ p99 }) => p99),
    most: true,
    unit: 'ms',
  });
  report.claim('admissions during the worst abuse, of those without', {
    wanted: 50,
    measured: 100 * (1 - worst(({ ratio }) => 1 - ratio)),
    unit: '%',
  });
  report.claim('over-commits during abuse', {
    wanted: 0,
    measured: rows.reduce((sum, { over }) => sum + over, 0),
    most: true,
    unit: '',
  });
}
