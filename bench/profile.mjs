// Where the service's processor time goes while it creates reservations: microseconds per request, by function and by part.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { figure, printTable, progress, setting } from './support/report.mjs';
import { createRequests, prepareZone } from './support/zone.mjs';

const CONNECTIONS = setting('BENCH_CONNECTIONS', 64);
const SECONDS = setting('BENCH_SECONDS', 10);
const SHOWN = 45;

const directory = mkdtempSync(join(tmpdir(), 'headroom-profile-'));
const postgres = await startPostgres();
const generator = new LoadGenerator();
try {
  const url = await postgres.createDatabase('bench');
  const service = await startService(url, ['--cpu-prof', `--cpu-prof-dir=${directory}`]);
  await prepareZone(service.port, 1_000_000);
  const requests = createRequests();
  progress('warming up');
  await generator.run({ port: service.port, requests, connections: CONNECTIONS, seconds: 4 });
  const from = monotonicMicroseconds();
  const outcome = await generator.run({
    port: service.port,
    requests,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const to = monotonicMicroseconds();
  await service.stop();
  const profile = JSON.parse(readFileSync(join(directory, readdirSync(directory)[0]), 'utf8'));
  print(profile, from, to, outcome);
} finally {
  generator.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}

/** The clock that a profile's times are on. */
function monotonicMicroseconds() {
  return Number(process.hrtime.bigint() / 1000n);
}

function print(profile, from, to, { count, rate }) {
  const self = selfTimes(profile, from, to);
  const perRequest = (microseconds) => figure(microseconds / count);
  console.log(`\n${figure(rate)} requests per second on ${CONNECTIONS} connections, while being profiled`);
  const functions = [...grouped(profile, self, nameOf)].slice(0, SHOWN);
  const parts = [...grouped(profile, self, partOf)];
  const inclusive = inclusiveTimes(profile, self).slice(0, SHOWN);
  const rowsOf = (groups) => groups.map(([name, time]) => [name, perRequest(time)]);
  printTable('By part', ['', 'µs per request'], rowsOf(parts));
  printTable('By function, itself', ['', 'µs per request'], rowsOf(functions));
  printTable('By function of the service, with all it calls', ['', 'µs per request'], rowsOf(inclusive));
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

function grouped({ nodes }, self, keyOf) {
  const groups = new Map();
  for (const node of nodes) {
    const key = keyOf(node.callFrame);
    groups.set(key, (groups.get(key) ?? 0) + (self.get(node.id) ?? 0));
  }
  return [...groups].filter(([, time]) => time > 0).sort((a, b) => b[1] - a[1]);
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
function inclusiveTimes({ nodes }, self) {
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
