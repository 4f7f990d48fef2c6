// From the start of the process to ready, with the PostgreSQL it brings along and with another; memory at rest.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './support/database.mjs';
import { parentOf, residentBytes, startService } from './support/processes.mjs';
import { figure, median, setting } from './support/report.mjs';

const POLL_MS = 5;

/** What a process does right after it is ready is over by then. */
const REST_MS = 2_000;

export async function run(report) {
  const rounds = setting('BENCH_ROUNDS', 3);
  const rest = setting('BENCH_REST', REST_MS);
  const rows = [];
  const directories = Array.from({ length: rounds }, () =>
    mkdtempSync(join(tmpdir(), 'headroom-bench-start-')),
  );
  try {
    const embedded = (directory) => ({
      DATABASE_URL: undefined,
      CREDENTIAL_KEYS: undefined,
      DATA_DIR: directory,
    });
    const times = (name) => each(name, directories, (directory) => started(embedded(directory), rest));
    rows.push(await times('embedded PostgreSQL, first start: makes it, and the demo'));
    rows.push(await times('embedded PostgreSQL, later start'));
  } finally {
    for (const directory of directories) rmSync(directory, { recursive: true });
  }
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('bench');
    rows.push(await each('another PostgreSQL', directories, () => started({ DATABASE_URL: url }, rest)));
  } finally {
    await postgres.stop();
  }
  report.table(
    'start',
    'From the start of the process to ready, build not counted; memory when nothing happens',
    ['', 'seconds', 'process MB', 'its PostgreSQL MB'],
    rows,
  );
}

async function each(name, rounds, measure) {
  const results = [];
  for (const round of rounds) results.push(await measure(round));
  const of = (pick) => median(results.map(pick));
  return [
    name,
    figure(of(({ seconds }) => seconds)),
    figure(of(({ bytes }) => bytes) / 1e6),
    figure(of(({ postgresBytes }) => postgresBytes) / 1e6),
  ];
}

async function started(settings, rest) {
  const begun = performance.now();
  const service = await startService(undefined, { settings });
  try {
    while (!(await isReady(service.port))) await pause(POLL_MS);
    const seconds = (performance.now() - begun) / 1000;
    await pause(rest);
    return { seconds, bytes: residentBytes(service.pid), postgresBytes: bytesOfDescendants(service.pid) };
  } finally {
    await service.stop();
  }
}

async function isReady(port) {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
}

/** What the processes started by one hold, shared memory divided among those that share it; NaN if there are none. */
function bytesOfDescendants(pid) {
  const children = readdirSync('/proc').filter((other) => /^\d+$/.test(other) && parentOf(other) === pid);
  if (children.length === 0) return NaN;
  return children.reduce(
    (sum, child) => sum + proportional(child) + (bytesOfDescendants(Number(child)) || 0),
    0,
  );
}

function proportional(pid) {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024;
}

/** Empty for a process that has ended meanwhile. */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
