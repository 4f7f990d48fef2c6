import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onDatabase } from './database.mjs';

const DATABASE = 'locked_row';

const SCHEMA = `
  create table pools (id integer primary key, cores bigint not null, ram bigint not null, instances bigint not null);
  create table reservations (id uuid primary key, pool_id integer not null references pools, starts_at timestamptz not null,
                             ends_at timestamptz not null, cores integer not null, ram integer not null, instances integer not null);
  insert into pools values (1, 1e15, 1e15, 1e15)`;

const UPDATE = `update pools set cores = cores - 1, ram = ram - 2048, instances = instances - 1 where id = 1 and cores >= 1`;
const INSERT = `insert into reservations values (gen_random_uuid(), 1, now(), now() + interval '1 day', 1, 2048, 1)`;

/**
 * The plain way to book from a pool, and so what the service has to beat: lock its row by updating it, insert the
 * reservation, commit. It does not even look at windows. Run by pgbench where there is one, else from here.
 */
export async function lockedRowRate(postgres, clients, seconds) {
  const url = await freshDatabase(postgres);
  return (await byPgbench(url, clients, seconds)) ?? (await byDriver(url, clients, seconds));
}

async function freshDatabase(postgres) {
  await onDatabase(postgres.urlOf('postgres'), async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const url = postgres.urlOf(DATABASE);
  await onDatabase(url, (client) => client.query(SCHEMA));
  return url;
}

/** Undefined where there is no pgbench. */
async function byPgbench(url, clients, seconds) {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-bench-script-'));
  const script = join(directory, 'book.sql');
  writeFileSync(script, `begin;\n${UPDATE};\n${INSERT};\ncommit;\n`);
  const { hostname, port, username, password } = new URL(url);
  const parameters = [
    '-n',
    '-M',
    'prepared',
    '-f',
    script,
    '-c',
    clients,
    '-j',
    2,
    '-T',
    Math.ceil(seconds),
    '-h',
    hostname,
  ];
  const environment = { ...process.env, PGPASSWORD: password };
  try {
    const { code, output } = await outputOf(
      'pgbench',
      [...parameters, '-p', port, '-U', username, DATABASE],
      environment,
    );
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    if (code !== 0 || !rate) throw new Error(`pgbench failed:\n${output}`);
    return { tool: 'pgbench', rate, milliseconds: Number(/latency average = ([\d.]+)/.exec(output)?.[1]) };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function outputOf(program, parameters, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters.map(String), { env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function byDriver(url, clients, seconds) {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const book = async () => {
    const client = await pool.connect();
    while (performance.now() < until) {
      for (const text of ['begin', UPDATE, INSERT, 'commit']) await client.query(text);
      count += 1;
    }
    client.release();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, book));
  const elapsed = performance.now() - begun;
  await pool.end();
  return {
    tool: 'node-postgres; no pgbench here',
    rate: (count / elapsed) * 1000,
    milliseconds: (elapsed * clients) / count,
  };
}
