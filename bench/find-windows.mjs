// What a search for the earliest windows costs as the live reservations of a zone grow.
import { startSizes } from './support/live-reservations.mjs';
import { LoadGenerator, rendered } from './support/load.mjs';
import { figure, listSetting, median, progress, ratio, setting } from './support/report.mjs';
import { DAY, HOUR, LARGEST_RAM, randomWindow, time, YEAR, ZONE } from './support/zone.mjs';

const REQUESTS = setting('BENCH_REQUESTS', 150);
const LABELS = { ok: '"windows":[{', none: '"windows":[]' };

/** Of the year that the reservations are spread over: one of them lasts 84 hours on average and has 2 GiB. */
const HELD_AT_ONCE = 84 / (365 * 24);
const RAM_OF_ONE = 2048;

export async function run(report) {
  const counts = listSetting('BENCH_LIVE', [1_000, 10_000, 100_000, 1_000_000]);
  const rounds = setting('BENCH_ROUNDS', 3);
  const sizes = await startSizes(counts);
  const generator = new LoadGenerator();
  try {
    const results = [];
    for (const search of searches()) {
      results.push({ name: search.name, ...(await compare(generator, sizes.sides, search, rounds)) });
      progress(`${search.name}: ${results.at(-1).p50.map(figure).join(', ')} ms`);
    }
    print(report, counts, results);
  } finally {
    generator.stop();
    await sizes.stop();
  }
}

/** Room comes and goes around what is held on average; all of the memory is free at no time of the year. */
function searches() {
  const around = (count) => LARGEST_RAM - Math.round(count * HELD_AT_ONCE) * RAM_OF_ONE;
  return [
    { name: 'room at once, an hour', ram: () => 1, length: HOUR },
    { name: 'room now and then, an hour', ram: around, length: HOUR },
    { name: 'room now and then, a day', ram: around, length: DAY },
    { name: 'no room, an hour', ram: () => LARGEST_RAM, length: HOUR },
  ];
}

function search(ram, duration) {
  const { start } = randomWindow(HOUR);
  const window = { start: time(start), end: time(start + YEAR / 2) };
  return rendered('POST', '/find-windows', { zone: ZONE, capacity: { ram }, duration, window });
}

/** The sizes take turns. */
async function compare(generator, sides, { ram, length }, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { service, count }] of sides.entries()) {
      const requests = Array.from({ length: REQUESTS }, () => search(ram(count), length));
      const order = { port: service.port, requests, connections: 1, count: REQUESTS, labels: LABELS };
      outcomes[index].push(await generator.run({ ...order, allowed: ['ok', 'none'] }));
    }
  }
  const of = (pick) => outcomes.map((each) => median(each.map((outcome) => outcome[pick])));
  return { p50: of('p50'), p99: of('p99') };
}

function print(report, counts, results) {
  const sizes = counts.map((count) => count.toLocaleString('en-US'));
  const last = counts.length - 1;
  report.table(
    'times',
    'Milliseconds per search over HTTP, by live reservations in the zone; one connection',
    ['', 'growth', ...sizes.map((size) => `${size}: p50`), ...sizes.map((size) => `${size}: p99`)],
    results.map(({ name, p50, p99 }) => [
      name,
      ratio(p50[last] / p50[0]),
      ...p50.map(figure),
      ...p99.map(figure),
    ]),
  );
  const greatest = Math.max(...results.map(({ p50 }) => p50[last] / p50[0]));
  const text = `time per search, from ${sizes[0]} to ${sizes[last]} live reservations`;
  report.claim(text, { wanted: 2, measured: greatest, most: true });
}
