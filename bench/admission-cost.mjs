// What an admission costs in a zone with a million live reservations, beside one with a thousand: the decision alone, and
// over HTTP with the commit.
import { pathToFileURL } from 'node:url';
import { CapacityTimelinesBuilder } from '../dist/src/allocation/capacity-timelines-builder.js';
import { Draft } from '../dist/src/allocation/draft.js';
import { ZoneFold } from '../dist/src/allocation/zone-fold.js';
import { newId } from '../dist/src/kernel/identifiers.js';
import { FOREVER } from '../dist/src/kernel/time-window.js';
import { createReservation } from '../dist/src/reservations/create-reservation.js';
import { OPERATIONS_SPELLING } from '../dist/src/reservations/reservation.js';
import { onDatabase } from './support/database.mjs';
import { addZones, FEW, MANY, startFewAndMany } from './support/live-reservations.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { figure, median, printMachine, printTable, progress, ratio, setting } from './support/report.mjs';
import { createRequests, DAY, HOUR, MONTH, randomWindow, YEAR, ZONE } from './support/zone.mjs';

const LENGTHS = { 'an hour': HOUR, 'a day': DAY, 'a month': MONTH, 'a year': YEAR };
const ROUNDS = setting('BENCH_ROUNDS', 5);

/** Decisions per round: enough for the clock, few enough for the rounds to take turns. */
const DECISIONS = 5_000;

/** Requests per round and connections: a zone of a thousand must still be about that small at the end of a round. */
const REQUESTS = { 1: 300, 16: 800 };

/** Cancellations per round; they take away what is live, so there are fewer. */
const CANCELLATIONS = 100;

export async function run(scale) {
  printMachine();
  compareDecisions();
  const own = scale ?? (await startFewAndMany());
  const generator = new LoadGenerator();
  try {
    for (const side of own.sides) await warmUp(generator, side);
    const rows = [];
    for (const load of loads()) {
      rows.push(await compareOverHttp(generator, own.sides, load, rows.length));
      progress(rows.at(-1).join('  '));
    }
    print(own.sides, rows);
  } finally {
    generator.stop();
    if (!scale) await own.stop();
  }
}

/** Places a reservation, holds it and takes it back, on a fold in this process. */
function compareDecisions() {
  const folds = [FEW, MANY].map(randomFold);
  const rows = [];
  for (const fold of folds) decisionMicroseconds(fold, undefined);
  for (const [name, length] of Object.entries(LENGTHS)) {
    const times = [[], []];
    for (let round = 0; round < ROUNDS * 2; round++) {
      folds.forEach((fold, index) => times[index].push(decisionMicroseconds(fold, length)));
    }
    const [few, many] = times.map(median);
    rows.push([name, figure(few), figure(many), ratio(many / few)]);
  }
  const columns = ['window', ...[FEW, MANY].map((count) => `${count.toLocaleString('en-US')}: µs`), 'ratio'];
  printTable('Deciding one admission: place, hold, take back; no database', columns, rows);
}

/** A zone of one provider with ample capacity and so many live reservations, one hour to seven days in the year to come. */
function randomFold(count) {
  const now = Math.floor(Date.now() / 1000);
  const builder = new CapacityTimelinesBuilder();
  builder.add('total', { start: now, end: FOREVER }, { cores: 1e9, ram: 1e12, instances: 1e9 });
  for (let i = 0; i < count; i++) {
    const window = randomWindow(HOUR * (1 + Math.floor(Math.random() * 168)));
    builder.add('reserved', window, { cores: 1, ram: 2048, instances: 1 });
  }
  const providers = new Map([[newId(), builder.build()]]);
  return new ZoneFold(ZONE, count, now, now, providers, new Set(['cores', 'ram', 'instances']));
}

function decisionMicroseconds(fold, length) {
  const now = Math.floor(Date.now() / 1000);
  const admissions = Array.from({ length: DECISIONS }, () => {
    const request = { zoneId: ZONE, ...randomWindow(length), amounts: { cores: 1, ram: 2048, instances: 1 } };
    const resolved = { ...request, elements: [], restrictedTo: [], spelling: OPERATIONS_SPELLING };
    return createReservation('00000000-0000-7000-8000-000000000000', resolved, {});
  });
  const begun = performance.now();
  for (const admission of admissions) {
    const draft = new Draft(fold, now);
    admission.decide(draft);
    draft.undo();
  }
  return ((performance.now() - begun) * 1000) / DECISIONS;
}

/** What is sent, in the order of the table. */
function loads() {
  const creations = Object.entries(REQUESTS).flatMap(([connections, count]) =>
    Object.entries(LENGTHS).map(([name, length]) => ({
      name: `create, ${name}`,
      connections: Number(connections),
      count,
      requestsFor: (url, zone) => createRequests(length, zone),
    })),
  );
  const cancellation = { name: 'cancel', connections: 1, count: CANCELLATIONS, requestsFor: cancelRequests };
  return [...creations, cancellation];
}

/** Takes turns; the small side starts every round in a zone of its own, else it would not stay small. */
async function compareOverHttp(generator, [few, many], { name, connections, count, requestsFor }, index) {
  const zones = Array.from({ length: ROUNDS }, (_, round) => `${ZONE}-${index + 1}-${round + 1}`);
  await addZones(few, zones);
  const outcomes = [[], []];
  for (const zone of zones) {
    for (const [side, { url, service }] of [few, many].entries()) {
      const place = side === 0 ? zone : ZONE;
      const { port } = service;
      // The first request to a zone reads its entries; that is another benchmark.
      await generator.run({ port, requests: createRequests(HOUR, place), connections: 1, count: 5 });
      const requests = await requestsFor(url, place);
      outcomes[side].push(await generator.run({ port, requests, connections, count }));
    }
  }
  return row(name, connections, outcomes);
}

async function cancelRequests(url, zone) {
  const { rows } = await onDatabase(url, (client) => client.query(LIVE_IDS, [zone, CANCELLATIONS]));
  return rows.map(({ id }) => rendered('POST', '/cancel-reservation', { 'reservation-id': id }));
}

const LIVE_IDS = `select id from reservations where zone_id = $1 and ended_at is null order by random() limit $2`;

async function warmUp(generator, { name, service }) {
  const begun = performance.now();
  const order = { port: service.port, requests: createRequests(), expected: '"result"' };
  await generator.run({ ...order, connections: 1, count: 1 });
  progress(`first request to the zone of ${name}: ${figure((performance.now() - begun) / 1000)} s`);
  await generator.run({ ...order, connections: 16, count: 4000 });
}

function row(name, connections, outcomes) {
  const [few, many] = outcomes.map((rounds) => (pick) => median(rounds.map((outcome) => outcome[pick])));
  return [
    name,
    connections,
    figure(few('p50')),
    figure(many('p50')),
    ratio(many('p50') / few('p50')),
    figure(few('p99')),
    figure(many('p99')),
    figure(few('rate')),
    figure(many('rate')),
  ];
}

function print(sides, rows) {
  const [few, many] = sides.map(({ name }) => name);
  printTable(
    `Admissions over HTTP with ${few} and with ${many} live reservations in the zone`,
    [
      '',
      'connections',
      `${few}: p50 ms`,
      `${many}: p50 ms`,
      'ratio',
      `${few}: p99 ms`,
      `${many}: p99 ms`,
      `${few}: per second`,
      `${many}: per second`,
    ],
    rows,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await run();
