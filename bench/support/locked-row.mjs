import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onDatabase } from './database.mjs';
import { quantiles } from './tally.mjs';

const SCHEMA = `
  create table pools (id integer primary key, cores bigint not null, ram bigint not null, instances bigint not null);
  create table reservations (id uuid primary key, pool_id integer not null references pools, starts_at timestamptz not null,
                             ends_at timestamptz not null, cores integer not null, ram integer not null, instances integer not null);
  insert into pools values (1, ROOM, ROOM, ROOM)`;

/** More than any run takes of any class. */
const ROOM = 1e15;

const UPDATE = `update pools set cores = cores - 1, ram = ram - 2048, instances = instances - 1 where id = 1 and cores >= 1`;
const INSERT = `insert into reservations values (gen_random_uuid(), 1, now(), now() + interval '1 day', 1, 2048, 1)`;

/**
 * The plain way to book from a pool, and so what the service has to beat: lock its row by updating it, insert the
 * reservation, commit. It does not even look at windows. Run by pgbench where there is one, else from here.
 */
export async function lockedRow(url) {
  await onDatabase(url, (client) => client.query(SCHEMA.replaceAll('ROOM', String(ROOM))));
  const hasPgbench = (await outputOf('pgbench', ['--version'])) !== undefined;
  return {
    name: `one-row transaction (${hasPgbench ? 'pgbench' : 'node-postgres'})`,
    load: ({ connections, seconds }) => (hasPgbench ? byPgbench : byDriver)(url, connections, seconds),
    check: () => check(url),
  };
}

/** Whether the pool has lost just what was booked from it. */
async function check(url) {
  const text = `select (p.cores + count(r.id) <> $1)::int as over, count(r.id)::int as stored
                  from pools p left join reservations r on true group by p.id`;
  return onDatabase(url, async (client) => (await client.query(text, [ROOM])).rows[0]);
}

async function byPgbench(url, clients, seconds) {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-bench-pgbench-'));
  const script = join(directory, 'book.sql');
  writeFileSync(script, `begin;\n${UPDATE};\n${INSERT};\ncommit;\n`);
  const { hostname, port, username, password, pathname } = new URL(url);
  const server = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  const load = ['-n', '-M', 'prepared', '-f', script, '-c', clients, '-j', Math.min(2, clients)];
  const log = ['-l', `--log-prefix=${join(directory, 'log')}`, '-T', Math.ceil(seconds)];
  try {
    const { code, output } = await outputOf('pgbench', [...load, ...log, ...server], {
      PGPASSWORD: password,
    });
    if (code !== 0) throw new Error(`pgbench failed:\n${output}`);
    const times = loggedMilliseconds(directory);
    // It connects within its time, which many clients can use up.
    if (times.length === 0) return await byPgbench(url, clients, seconds * 2);
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    return { rate, counts: { ok: times.length }, count: times.length, ...quantiles(times) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** pgbench logs a line per transaction: client, number, microseconds, … */
function loggedMilliseconds(directory) {
  const logs = readdirSync(directory).filter((file) => file.startsWith('log'));
  const lines = logs.flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'));
  return lines.filter(Boolean).map((line) => Number(line.split(' ')[2]) / 1000);
}

/** Undefined where there is no such program. */
function outputOf(program, parameters, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters.map(String), { env: { ...process.env, ...environment } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => (error.code === 'ENOENT' ? resolve(undefined) : reject(error)));
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function byDriver(url, clients, seconds) {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const until = performance.now() + seconds * 1000;
  const times = [];
  const book = async () => {
    const client = await pool.connect();
    while (performance.now() < until) {
      const begun = performance.now();
      for (const text of ['begin', UPDATE, INSERT, 'commit']) await client.query(text);
      times.push(performance.now() - begun);
    }
    client.release();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, book));
  const elapsed = (performance.now() - begun) / 1000;
  await pool.end();
  return {
    rate: times.length / elapsed,
    counts: { ok: times.length },
    count: times.length,
    ...quantiles(times),
  };
}
