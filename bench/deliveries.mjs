// How many notifications a process delivers, and whether one receiver that hangs is felt by the others.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource } from '../dist/src/database/data-source.js';
import { newId } from '../dist/src/kernel/identifiers.js';
import { Outbox } from '../dist/src/notifications/outbox.js';
import { startPostgres } from './support/database.mjs';
import { call } from './support/load.mjs';
import { processorSeconds, startService } from './support/processes.mjs';
import { count, figure, progress, setting } from './support/report.mjs';
import { quantiles } from './support/tally.mjs';

const SETTINGS = { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8', DRAIN_SECONDS: '0' };
const TOLD_AT_ONCE = 500;
const RECEIVERS = 50;
const ROUND_MS = 50;

/** The database with a subscriber per receiver, which is copied for each measurement. */
const SUBSCRIBED = 'subscribed';

export async function run(report) {
  const postgres = await startPostgres();
  const receivers = await startReceivers(RECEIVERS);
  try {
    const subscribers = await subscribeAll(postgres, receivers);
    await throughput(report, { postgres, receivers, subscribers });
    await oneHangs(report, { postgres, receivers, subscribers });
  } finally {
    receivers.stop();
    await postgres.stop();
  }
}

/** All is told beforehand, so that nothing but delivering is measured. */
async function throughput(report, { postgres, receivers, subscribers }) {
  const many = setting('BENCH_DELIVERIES', 20_000);
  const rows = [];
  for (const { name, lanes, to } of [
    { name: 'each on its own, one receiver', lanes: many, to: subscribers.slice(0, 1) },
    { name: 'each on its own, eight receivers', lanes: many, to: subscribers.slice(0, 8) },
    { name: 'in order in 200 lanes, eight receivers', lanes: 200, to: subscribers.slice(0, 8) },
  ]) {
    const url = await postgres.copyDatabase(SUBSCRIBED, `deliveries_${rows.length}`);
    await tellBeforehand(url, to, many, lanes);
    receivers.forget();
    const database = () => processorSeconds(postgres.pid, { children: true });
    const databaseBefore = database();
    const service = await startService(url, { settings: SETTINGS });
    const serviceBefore = processorSeconds(service.pid);
    const receivedBefore = receivers.count();
    const begun = performance.now();
    while (receivers.count() < many) await pause(5);
    const seconds = (performance.now() - begun) / 1000;
    const delivered = many - receivedBefore;
    const used = processorSeconds(service.pid) - serviceBefore;
    rows.push([
      name,
      figure(delivered / seconds),
      figure((used / delivered) * 1e6),
      figure(((database() - databaseBefore) / many) * 1e6),
      figure(delivered / used),
    ]);
    progress(`${name}: ${figure(delivered / seconds)}/s`);
    await service.stop();
  }
  report.table(
    'throughput',
    `${count(many)} notifications that wait, delivered by one process`,
    ['', 'per second', 'process µs', 'PostgreSQL µs', 'per second of a core'],
    rows,
  );
}

async function tellBeforehand(url, subscribers, many, lanes) {
  const teller = await startTeller(url);
  const ids = Array.from({ length: lanes }, () => newId());
  for (let index = 0; index < many; index += TOLD_AT_ONCE) {
    const told = Array.from({ length: Math.min(TOLD_AT_ONCE, many - index) }, (_, offset) => {
      const lane = (index + offset) % lanes;
      return notification(subscribers[lane % subscribers.length], ids[lane]);
    });
    await teller.tell(told);
  }
  await teller.stop();
}

/** Steadily told to all receivers, of which one never answers. */
async function oneHangs(report, { postgres, receivers, subscribers }) {
  const rounds = setting('BENCH_PROBES', 200);
  const url = await postgres.copyDatabase(SUBSCRIBED, 'one_hangs');
  const [stuck] = subscribers;
  receivers.hang(stuck.callbackUri);
  const service = await startService(url, { settings: SETTINGS });
  const teller = await startTeller(url);
  const toldAt = new Map();
  const delays = [];
  receivers.onReceived = (id, arrivedAt) => {
    if (!toldAt.has(id)) return;
    delays.push(Math.max(0, arrivedAt - toldAt.get(id)));
    toldAt.delete(id);
  };
  for (let round = 0; round < rounds; round++) {
    const told = subscribers.map((to) => notification(to, newId()));
    const others = told.filter(({ subscriptionId }) => subscriptionId !== stuck.id);
    for (const { id } of others) toldAt.set(id, Infinity);
    await teller.tell(told);
    const now = performance.now();
    for (const { id } of others) if (toldAt.has(id)) toldAt.set(id, now);
    await pause(ROUND_MS);
  }
  while (toldAt.size > 0) await pause(5);
  const { p50, p99 } = quantiles(delays);
  report.table(
    'one-hangs',
    `From the commit to the receiver: ${RECEIVERS} receivers, one of which never answers`,
    ['', 'delivered', 'p50 ms', 'p99 ms'],
    [['to the others', count(delays.length), figure(p50), figure(p99)]],
  );
  report.claim('p99 of the other receivers while one hangs', {
    wanted: 1000,
    measured: p99,
    most: true,
    unit: 'ms',
  });
  await teller.stop();
  await service.stop();
}

async function subscribeAll(postgres, receivers) {
  const url = await postgres.createDatabase(SUBSCRIBED);
  const service = await startService(url, { settings: SETTINGS });
  const subscribers = [];
  for (const callbackUri of receivers.uris) {
    const { status, body } = await call(service.port, 'reservation/subscribe', {
      inputFilter: [],
      callbackUri,
    });
    if (status !== 201) throw new Error(`subscribe: ${status} ${JSON.stringify(body)}`);
    subscribers.push({ id: body.reservationChangeSubscriptionId, callbackUri });
  }
  await service.stop();
  return subscribers;
}

/** Stores notifications as those do who evaluate; another process than the one that sends them, which so has to look. */
async function startTeller(url) {
  const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
  const outbox = new Outbox({});
  return {
    tell: (told) => dataSource.transaction((tx) => outbox.add(tx, told, Math.floor(Date.now() / 1000))),
    stop: () => dataSource.destroy(),
  };
}

function notification({ id: subscriptionId, callbackUri }, lane) {
  const id = newId();
  const body = {
    changeId: id,
    reservationId: lane,
    vimId: 'headroom',
    changeType: 'Reservation time change',
    changedReservationData: { endTime: '2030-06-02T18:00:00Z' },
    reservationChangeSubscriptionId: subscriptionId,
  };
  return { id, subscriptionId, lane, path: 'compute', callbackUri, body, newestOnly: false };
}

/** Receivers on ports of their own; each notification counts once, however often it comes. */
async function startReceivers(many) {
  const seen = new Set();
  const stuck = new Set();
  const receivers = { onReceived: undefined };
  const listen = async () => {
    const server = createServer((request, response) => {
      request.resume();
      request.once('end', () => {
        const { port } = server.address();
        if (stuck.has(port)) return;
        const id = request.headers['webhook-id'];
        seen.add(id);
        receivers.onReceived?.(id, performance.now());
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = await Promise.all(Array.from({ length: many }, listen));
  return Object.assign(receivers, {
    uris: servers.map((server) => `http://127.0.0.1:${server.address().port}`),
    count: () => seen.size,
    forget: () => seen.clear(),
    hang: (uri) => stuck.add(Number(new URL(uri).port)),
    stop: () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  });
}
