import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '../../src/database/data-source.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { isAlive } from '../../src/embedded-postgres/postgres-leftovers.js';
import { migrateUp } from '../../src/database/migrate.js';
import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { onServer } from '../support/postgres.js';
import { moreAnswers, promisedClients, totalOf, underLoad } from '../support/promises.js';
import { DatabaseProxy } from '../support/proxy.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';

const ZONE = 'lost';
const CAPACITY = { cores: 30_000, ram: 2_000_000_000, instances: 30_000 };

describe('a PostgreSQL killed under load', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let proxy: DatabaseProxy;
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'headroom-killed-'));
    postgres = await EmbeddedPostgres.start({ directory });
    await migrateUp(createDataSource(postgres.url, { poolSize: 2 }));
    proxy = await DatabaseProxy.start(postgres.url);
    service = await startService({ database: { url: proxy.url, drop: () => Promise.resolve() } });
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
    await proxy.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** PostgreSQL stops all its processes when one of them is killed, and restarts by itself. */
  const killBackend = async (): Promise<void> => {
    const pid = await onServer(postgres.url, async (client) => {
      const sql = `select pid from pg_stat_activity where application_name = 'headroom' order by state_change desc limit 1`;
      return (await client.query<{ pid: number }>(sql)).rows[0].pid;
    });
    process.kill(pid, 'SIGKILL');
  };

  const killServer = async (): Promise<void> => {
    const { pid } = postgres;
    if (pid === undefined) throw new Error('no server to kill');
    process.kill(pid, 'SIGKILL');
    await eventually(() => Promise.resolve(expect(isAlive(pid)).toBe(false)));
    // The child processes of the killed server exit a moment later. Until then a new server can't start.
    postgres = await eventually(() => EmbeddedPostgres.start({ directory }));
    proxy.redirect(postgres.url);
  };

  it.each([
    ['one of its processes', killBackend],
    ['the whole server', killServer],
  ])('keeps what was acknowledged, and nothing half, when %s dies', async (_what, strike) => {
    const { provider } = await service.provider(CAPACITY, { zone: ZONE });
    const clients = promisedClients(16, ZONE, provider, (index) => new Random(index));
    await underLoad(clients, caller, async () => {
      for (let round = 1; round <= 2; round++) {
        await moreAnswers(clients, 150);
        await strike();
        await moreAnswers(clients, 50);
      }
    });
    expect(totalOf(clients, 'unanswered')).toBe(0);
    for (const client of clients) expect(await client.broken(caller)).toEqual([]);
    expect(await auditFindings(postgres.url)).toEqual([]);
    expect(await inconsistencies(postgres.url, service.clock.now())).toEqual([]);
  });
});
