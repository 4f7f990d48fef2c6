// What a search for the earliest windows costs as the live reservations of a zone grow.
import { startSizes } from './support/live-reservations.mjs';
import { LoadGenerator, operation, rendered } from './support/load.mjs';
import { figure, listSetting, median, progress, ratio, setting } from './support/report.mjs';
import { DAY, HOUR, LARGEST_RAM, randomWindow, time, YEAR, ZONE } from './support/zone.mjs';

const REQUESTS = setting('BENCH_REQUESTS', 150);
const LABELS = { ok: '"windows":[{', none: '"windows":[]' };

/** Of the year that the reservations are spread over: one of them lasts 84 hours on average and has 2 GiB. */
const HELD_AT_ONCE = 84 / (365 * 24);
const RAM_OF_ONE = 2048;

const ARCHITECTURE = 'x86';
const ADDRESSES = 254;
const PUBLIC_RANGE = '198.18.0.0/24';
/** Reservations that hold one to eight addresses for up to a week, so that most of the range is free now and then. */
const HOLDERS = setting('BENCH_HOLDERS', 300);
const MAX_HELD = 8;
const WANTED_ADDRESSES = ADDRESSES - 24;
const CONTAINERS = 4;

export async function run(report) {
  const counts = listSetting('BENCH_LIVE', [1_000, 10_000, 100_000, 1_000_000]);
  const rounds = setting('BENCH_ROUNDS', 3);
  const sizes = await startSizes(counts, {
    traits: { cpuArchitecture: ARCHITECTURE },
    prepare: holdAddresses,
  });
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
    { name: 'room at once, an hour', demand: amounts(() => 1), length: HOUR },
    { name: 'room now and then, an hour', demand: amounts(around), length: HOUR },
    { name: 'room now and then, a day', demand: amounts(around), length: DAY },
    { name: 'room now and then, an hour, traits', demand: withTraits(amounts(around)), length: HOUR },
    {
      name: `room now and then, an hour, ${CONTAINERS} containers`,
      demand: containers(around),
      length: HOUR,
    },
    { name: 'most public addresses, an hour', demand: addresses, length: HOUR },
    { name: 'no room, an hour', demand: amounts(() => LARGEST_RAM), length: HOUR },
  ];
}

/** What is asked for, by the number of live reservations. */
function amounts(ram) {
  return (count) => ({ capacity: { ram: ram(count) } });
}

function withTraits(demand) {
  return (count) => ({ ...demand(count), traits: { cpuArchitecture: ARCHITECTURE } });
}

function containers(ram) {
  return (count) => {
    const virtualMemSize = Math.floor(ram(count) / CONTAINERS);
    const virtualCpu = { numVirtualCpu: 1, cpuArchitecture: ARCHITECTURE };
    const one = { containerFlavor: { virtualCpu, virtualMemory: { virtualMemSize } } };
    return { containers: Array.from({ length: CONTAINERS }, () => one) };
  };
}

function addresses() {
  return { capacity: { addresses: WANTED_ADDRESSES } };
}

async function holdAddresses(port, source) {
  await operation(port, 'increase-capacity', {
    source,
    capacity: { addresses: ADDRESSES },
    publicIps: [PUBLIC_RANGE],
  });
  for (let held = 0; held < HOLDERS; held++) {
    const { start, end } = randomWindow(1 + Math.floor(Math.random() * 7 * DAY));
    const capacity = { addresses: 1 + (held % MAX_HELD) };
    await operation(port, 'create-reservation', { zone: ZONE, start: time(start), end: time(end), capacity });
  }
}

function search(demand, duration) {
  const { start } = randomWindow(HOUR);
  const window = { start: time(start), end: time(start + YEAR / 2) };
  return rendered('POST', '/find-windows', { zone: ZONE, ...demand, duration, window });
}

/** The sizes take turns. */
async function compare(generator, sides, { demand, length }, rounds) {
  const outcomes = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { service, count }] of sides.entries()) {
      const requests = Array.from({ length: REQUESTS }, () => search(demand(count), length));
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
