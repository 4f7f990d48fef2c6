// Where the service's processor time goes while it creates reservations, beside where the framework's floor spends its
// own: microseconds per request, by function and by part.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startFloor, startService } from './support/processes.mjs';
import { figure, printTable, progress, setting } from './support/report.mjs';
import { createRequests, prepareZone } from './support/zone.mjs';

const CONNECTIONS = setting('BENCH_CONNECTIONS', 64);
const SECONDS = setting('BENCH_SECONDS', 10);
const SHOWN = 45;

export async function run() {
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  try {
    const requests = createRequests();
    const floor = await profiled(generator, requests, startFloor);
    const url = await postgres.createDatabase('bench');
    const service = await profiled(generator, requests, async (options) => {
      const started = await startService(url, { execArgv: options });
      await prepareZone(started.port, 2_000_000);
      return started;
    });
    print(floor, service);
  } finally {
    generator.stop();
    await postgres.stop();
  }
}

/** Starts a server, loads it and takes the profile of the time it was loaded. */
async function profiled(generator, requests, start) {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-profile-'));
  try {
    const { port, stop } = await start(['--cpu-prof', `--cpu-prof-dir=${directory}`]);
    const load = (seconds) => generator.run({ port, requests, connections: CONNECTIONS, seconds });
    progress('warming up');
    await load(4);
    const from = monotonicMicroseconds();
    const { count, rate } = await load(SECONDS);
    const to = monotonicMicroseconds();
    await stop();
    const profile = JSON.parse(readFileSync(join(directory, readdirSync(directory)[0]), 'utf8'));
    return { profile, self: selfTimes(profile, from, to), count, rate };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The clock that a profile's times are on. */
function monotonicMicroseconds() {
  return Number(process.hrtime.bigint() / 1000n);
}

function print(floor, service) {
  const rates = `${figure(floor.rate)} (floor) and ${figure(service.rate)} requests per second`;
  console.log(`\n${rates} on ${CONNECTIONS} connections, while being profiled`);
  printTable('By part, µs per request', ['', 'floor', 'service', 'more'], beside(floor, service, partOf));
  const functions = beside(floor, service, nameOf).slice(0, SHOWN);
  printTable('By function, itself, µs per request', ['', 'floor', 'service', 'more'], functions);
  printTable(
    'By function of the service, with all it calls, µs per request',
    ['', 'service'],
    inclusiveTimes(service)
      .slice(0, SHOWN)
      .map(([name, time]) => [name, figure(time / service.count)]),
  );
}

/** Rows of what the service spends more than the floor, the most first. */
function beside(floor, service, keyOf) {
  const [less, more] = [floor, service].map((side) => grouped(side, keyOf));
  const rows = [...new Set([...less.keys(), ...more.keys()])].map((name) => {
    const pair = [less.get(name) ?? 0, more.get(name) ?? 0];
    return { name, pair, difference: pair[1] - pair[0] };
  });
  return rows
    .sort((a, b) => b.difference - a.difference)
    .map(({ name, pair, difference }) => [name, ...[...pair, difference].map(figure)]);
}

/** Node of the call tree → microseconds sampled in it. */
function selfTimes({ startTime, samples, timeDeltas }, from, to) {
  const times = new Map();
  let now = startTime;
  samples.forEach((id, index) => {
    now += timeDeltas[index];
    const length = timeDeltas[index + 1] ?? 0;
    if (now >= from && now < to) times.set(id, (times.get(id) ?? 0) + length);
  });
  return times;
}

/** Microseconds per request by whatever a frame of the call tree is counted to. */
function grouped({ profile, self, count }, keyOf) {
  const groups = new Map();
  for (const node of profile.nodes) {
    const time = self.get(node.id) ?? 0;
    const key = keyOf(node.callFrame);
    if (time > 0) groups.set(key, (groups.get(key) ?? 0) + time / count);
  }
  return groups;
}

function nameOf({ functionName, url, lineNumber }) {
  return `${functionName || '(anonymous)'} ${url && `${shortened(url)}:${lineNumber + 1}`}`.trim();
}

function shortened(url) {
  return url.replace(/^.*\/node_modules\//, '').replace(/^.*\/dist\/src\//, 'src/');
}

function partOf({ functionName, url }) {
  if (functionName.startsWith('(')) return functionName;
  const short = shortened(url);
  if (short.startsWith('src/')) return short.split('/').slice(0, 2).join('/');
  if (short.startsWith('node:')) return short.replace(/^(node:(?:internal\/)?[^/]+).*$/, '$1');
  return (
    short
      .split('/')
      .slice(0, short.startsWith('@') ? 2 : 1)
      .join('/') || '(native)'
  );
}

/** Each sample counts once for every function of ours on its stack. */
function inclusiveTimes({ profile: { nodes }, self }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map();
  for (const [id, time] of self) {
    const seen = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const { callFrame } = byId.get(at);
      if (callFrame.url.includes('/dist/src/')) seen.add(nameOf(callFrame));
    }
    for (const name of seen) times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times].sort((a, b) => b[1] - a[1]);
}
