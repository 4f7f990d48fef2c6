import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_VARIABLE, TEMPLATE } from '../support/server-variable.js';

/** The smallest sizes possible: the test checks that the benchmarks run, not what they measure. */
const TOY = {
  BENCH_PIECES: '1',
  BENCH_ROUNDS: '1',
  BENCH_SECONDS: '0.2',
  BENCH_WARM_UP: '0.2',
  BENCH_LEAD: '0.1',
  BENCH_CONNECTIONS: '2',
  BENCH_CAPACITY: '5',
  BENCH_LIVE: '5,20',
  BENCH_HOSTS: '2',
  BENCH_LEASES: '2',
  BENCH_ZONES: '1,3',
  BENCH_PROCESSES: '1,2',
  BENCH_REQUESTS: '20',
  BENCH_CLIENTS: '20',
  BENCH_ABUSE_ZONES: '3',
  BENCH_ABUSE_RESERVATIONS: '20',
  BENCH_ABUSES: 'unknown ids,/metrics',
  BENCH_REST: '1',
  BENCH_DRAWN: '2',
  BENCH_PROBES: '2',
  BENCH_RATE: '10',
  BENCH_WAITING: '5',
  BENCH_HELD: '20',
  BENCH_HOLDERS: '20',
  BENCH_LIVE_SERIES: '20',
  BENCH_OCCURRENCES: '3',
  BENCH_SUBSCRIPTIONS: '5',
  BENCH_DELIVERIES: '20',
  DRAIN_SECONDS: '0',
};

/** Without HAProxy, `spread` skips the runs with several processes. */
const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

const TABLES = {
  'hot-zone': ['connections-2'],
  'full-zone': ['connections-2'],
  rivals: ['filling', 'hosts'],
  growth: ['times', 'holdings'],
  'find-windows': ['times'],
  reports: ['reports'],
  waiting: ['bystanders', 'admitted', 'series'],
  limits: ['admissions'],
  spread: HAS_HAPROXY ? ['zones', 'processes'] : ['zones'],
  mixed: ['mixed'],
  'open-loop': ['latency'],
  overload: ['overload'],
  abuse: ['abuse'],
  records: ['reads', 'instances'],
  start: ['start'],
  notifications: ['delays', 'subscriptions'],
  deliveries: ['throughput', 'one-hangs'],
  large: ['large'],
};

const directory = mkdtempSync(join(tmpdir(), 'headroom-benches-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs all benchmarks in one process on the test server. Returns its exit status and its output. */
function run(): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    BENCH_SERVER: process.env[SERVER_VARIABLE],
    BENCH_TEMPLATE: TEMPLATE,
    BENCH_RESULTS: directory,
    ...TOY,
  };
  const parameters = ['bench/run.mjs', ...Object.keys(TABLES)];
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

describe('benchmarks at toy size', () => {
  let stdout: string;
  beforeAll(async () => {
    const { status, stderr, ...printed } = await run();
    expect(status === 0 ? '' : stderr).toBe('');
    ({ stdout } = printed);
  }, 1_800_000);

  it.each(Object.entries(TABLES))('%s prints its tables and keeps them', (name, tables) => {
    const result = JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'));
    expect(result.tables.map(({ id }: { id: string }) => id)).toEqual(tables);
    for (const { title, columns, rows } of result.tables) {
      expect(stdout).toContain(`### ${title}`);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
    const wrongs = result.claims.filter(({ text }: { text: string }) => /over-commits/.test(text));
    for (const { measured } of wrongs) expect(measured).toBe(0);
  });
});
