// How long after a change its subscriber hears of it, and what ten thousand subscriptions cost those who reserve.
import { startPostgres } from './support/database.mjs';
import { call, LoadGenerator, operation, rendered } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { startReceiver } from './support/receiver.mjs';
import { count, figure, median, progress, ratio, setting } from './support/report.mjs';
import { quantiles } from './support/tally.mjs';
import { sweepZone } from './support/verdict.mjs';
import { createRequests, DAY, ONE, prepareZone, randomWindow, time, YEAR, ZONE } from './support/zone.mjs';

const SETTINGS = { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** Admissions per second while the telling is measured. */
const RATE = 1_000;

/** Cores of the zone that has subscriptions; their thresholds lie where the load passes. */
const CORES = 4_000_000;

export async function run(report) {
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const receiver = await startReceiver();
  try {
    await delays(report, { postgres, generator, receiver });
    await subscribed(report, { postgres, generator, receiver });
  } finally {
    generator.stop();
    await receiver.stop();
    await postgres.stop();
  }
}

async function delays(report, { postgres, generator, receiver }) {
  const probes = setting('BENCH_PROBES', 200);
  const rate = setting('BENCH_RATE', RATE);
  const url = await postgres.createDatabase('delays');
  const service = await startService(url, { settings: SETTINGS });
  try {
    const { port } = service;
    const source = await prepareZone(port, CORES);
    await operation(port, 'increase-capacity', { source, capacity: { volumes: 32_767 } });
    const subjects = [await capacityProbe(port, receiver), await reservationProbe(port, receiver)];
    const rows = [];
    for (const { name, probe } of subjects) rows.push([name, 'nothing else', await times(probe, probes)]);
    const load = underLoad(generator, port, rate);
    for (const { name, probe } of subjects) {
      rows.push([name, `${figure(rate)} admissions a second`, await times(probe, probes)]);
    }
    await load.stop();
    const { over } = await sweepZone(url, ZONE);
    report.table(
      'delays',
      'From the answer to a change until its subscriber has the notification',
      ['', 'meanwhile', 'p50 ms', 'p99 ms', 'over-commits'],
      rows.map(([name, meanwhile, { p50, p99 }]) => [name, meanwhile, figure(p50), figure(p99), count(over)]),
    );
  } finally {
    await service.stop();
  }
}

/** A volume more is reserved, from now on, in a zone whose free volumes are watched; nobody else takes volumes. */
async function capacityProbe(port, receiver) {
  const body = { storageResourceTypeId: 'volumes', zoneId: ZONE, callbackUri: receiver.uri };
  await subscribe(port, 'capacity/storage/subscribe', body);
  let left = 32_767;
  const probe = async () => {
    left -= 1;
    const expected = left;
    const heard = receiver.next((notification) => notification.capacityInformation?.available === expected);
    await operation(port, 'create-reservation', { zone: ZONE, capacity: { volumes: 1 } });
    return { heard, answeredAt: performance.now() };
  };
  return { name: 'capacity change', probe };
}

/** A reservation's end is moved, each time to another. */
async function reservationProbe(port, receiver) {
  const end = Math.floor(Date.now() / 1000) + YEAR;
  const created = await operation(port, 'create-reservation', { zone: ZONE, end: time(end), capacity: ONE });
  const reservationId = created['reservation-id'];
  await subscribe(port, 'reservation/subscribe', {
    inputFilter: [{ reservationId }],
    callbackUri: receiver.uri,
  });
  let moved = 0;
  const probe = async () => {
    const endTime = time(end + (moved += 60));
    const heard = receiver.next((notification) => notification.changedReservationData?.endTime === endTime);
    await operation(port, 'update-reservation', { 'reservation-id': reservationId, end: endTime });
    return { heard, answeredAt: performance.now() };
  };
  return { name: 'reservation change', probe };
}

async function subscribe(port, path, body) {
  const { status, body: answer } = await call(port, path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
}

/** Milliseconds from the answer to the arrival; a notification may overtake the answer, which counts as none. */
async function times(probe, probes) {
  // The first one finds neither connection nor lane.
  await (
    await probe()
  ).heard;
  const all = [];
  for (let i = 0; i < probes; i++) {
    const { heard, answeredAt } = await probe();
    all.push(Math.max(0, (await heard) - answeredAt));
  }
  return quantiles(all);
}

/** Admissions at a rate, until it is stopped. */
function underLoad(generator, port, rate) {
  const requests = createRequests();
  let isStopped = false;
  const work = (async () => {
    while (!isStopped) await generator.run({ port, requests, connections: 64, rate, seconds: 1 });
  })();
  return {
    stop: () => {
      isStopped = true;
      return work;
    },
  };
}

/** Admissions in a zone with many subscriptions and in one with none, taking turns. */
async function subscribed(report, { postgres, generator, receiver }) {
  const many = setting('BENCH_SUBSCRIPTIONS', 10_000);
  const warmUp = setting('BENCH_WARM_UP', 2);
  const seconds = setting('BENCH_SECONDS', 4);
  const rounds = setting('BENCH_ROUNDS', 15);
  const sides = [];
  try {
    for (const subscriptions of [0, many]) {
      const url = await postgres.createDatabase(`subscribed_${subscriptions}`);
      const service = await startService(url, { settings: SETTINGS });
      sides.push({ subscriptions, url, service, outcomes: [] });
      await prepareZone(service.port, CORES);
    }
    const order = { requests: fromNow(), connections: 64 };
    let passed;
    for (const { subscriptions, service } of sides) {
      const { port } = service;
      // What the load will pass is known from how fast it is without subscriptions.
      if (subscriptions > 0) await subscribeMany(generator, port, subscriptions, receiver.uri, passed);
      const { rate } = await generator.run({ port, ...order, seconds: warmUp });
      passed ??= rate * (warmUp + rounds * seconds);
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { service, outcomes, subscriptions } of sides) {
        await receiver.silence();
        const before = receiver.received;
        const outcome = await generator.run({ port: service.port, ...order, seconds });
        outcomes.push({ ...outcome, heard: (receiver.received - before) / seconds });
        progress(`${subscriptions} subscriptions: ${figure(outcome.rate)} per second`);
      }
    }
    await printSubscribed(report, sides);
  } finally {
    await Promise.all(sides.map(({ service }) => service.stop()));
  }
}

/** Reservations that begin now, so that what is free now changes with each. */
function fromNow() {
  return Array.from({ length: 4096 }, () => {
    const { end } = randomWindow(DAY);
    return rendered('POST', '/create-reservation', { zone: ZONE, end: time(end), capacity: ONE });
  });
}

async function subscribeMany(generator, port, many, callbackUri, passed) {
  const requests = Array.from({ length: many }, (_, number) =>
    rendered('POST', '/capacity/compute/subscribe', {
      zoneId: ZONE,
      computeResourceTypeId: 'cpuCores',
      callbackUri,
      threshold: threshold(number, passed),
    }),
  );
  const labels = { ok: '"capacityChangeSubscriptionId"' };
  await generator.run({ port, requests, labels, offset: 0, connections: 16, count: many });
}

/** All figures, conditions and both types in turn; absolute values lie among the cores that the load takes within the run. */
function threshold(number, cores) {
  const figures = ['available', 'reserved', 'total', 'allocated'];
  const conditions = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'];
  const capacityInfo = figures[number % figures.length];
  const isShare = number % 10 === 9;
  const passed = Math.floor(Math.random() * cores);
  const value = capacityInfo === 'reserved' || capacityInfo === 'allocated' ? passed : CORES - passed;
  return {
    thresholdType: isShare ? 'percentageOfTotal' : 'absoluteValue',
    threshold: {
      capacity_info: capacityInfo,
      condition: conditions[Math.floor(number / figures.length) % conditions.length],
      value: isShare ? Math.floor(Math.random() * 101) : value,
    },
  };
}

/**
 * What is to be told apart is smaller than what one minute of a virtual machine differs from the next: each round with
 * subscriptions is compared with the one without that came just before it, and of that the median is taken.
 */
async function printSubscribed(report, sides) {
  const shares = sides.map(({ outcomes }) =>
    median(outcomes.map(({ rate }, round) => rate / sides[0].outcomes[round].rate)),
  );
  const rows = [];
  for (const [index, { subscriptions, url, outcomes }] of sides.entries()) {
    const { over } = await sweepZone(url, ZONE);
    const of = (pick) => figure(median(outcomes.map((outcome) => outcome[pick])));
    rows.push([
      count(subscriptions),
      ratio(shares[index]),
      ...['rate', 'p50', 'p99', 'heard'].map(of),
      count(over),
    ]);
  }
  report.table(
    'subscriptions',
    'Reservations that begin now, 64 connections, by subscriptions on the zone',
    [
      'subscriptions',
      'of none',
      'per second',
      'p50 ms',
      'p99 ms',
      'notifications per second',
      'over-commits',
    ],
    rows,
  );
  report.claim(`admissions with ${count(sides[1].subscriptions)} subscriptions, ratio to none`, {
    wanted: 0.9,
    measured: shares[1],
  });
}
