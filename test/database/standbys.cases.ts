import type { DataSource } from 'typeorm';
import { checkPooler } from '../../src/database/pooler.js';
import { clientOf, createDataSource } from '../../src/database/data-source.js';
import { migrationStatus, pendingSql } from '../../src/database/migrate.js';
import { runProgram } from '../process/service-process.js';
import { SilentServer } from '../process/silent-server.js';
import { DatabaseProxy } from '../support/proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startStandby, type Standby } from '../support/standby.js';

describe('standbys', () => {
  let database: TestDatabase;
  let standby: Standby;
  let silent: SilentServer;
  const opened: DataSource[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    standby = await startStandby(database.url);
    silent = await SilentServer.start();
  });
  afterEach(async () => {
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
  });
  afterAll(async () => {
    await standby.stop();
    await silent.stop();
    await database.drop();
  });

  /** One URL with the hosts of all the given URLs. */
  function cluster(...urls: readonly string[]): string {
    const url = new URL(database.url);
    const hosts = urls.map((each) => new URL(each).host).join();
    return `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?target_session_attrs=read-write`;
  }

  async function open(url: string, poolSize = 1): Promise<DataSource> {
    const dataSource = await createDataSource(url, { poolSize }).initialize();
    opened.push(dataSource);
    return dataSource;
  }

  it('are refused, because their data may be stale', async () => {
    await expect(open(standby.url)).rejects.toMatchObject({
      code: '25006',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ is a standby$/),
    });
  });

  it('are skipped, like servers that are down or do not answer, at any place in the list', async () => {
    const port = Number(new URL(database.url).port);
    const gone = 'http://127.0.0.1:1';
    for (const urls of [
      [database.url, standby.url, silent.url, gone],
      [gone, silent.url, standby.url, database.url],
    ]) {
      const dataSource = await open(cluster(...urls), 2);
      const [{ used }] = await dataSource.query<{ used: number }[]>('select inet_server_port() as used');
      expect(used).toBe(port);
    }
  });

  it('are searched again when the server that took writes stops taking them', async () => {
    const proxies = [await DatabaseProxy.start(database.url), await DatabaseProxy.start(standby.url)];
    const dataSource = await open(cluster(...proxies.map(({ url }) => url)));
    const client = async (): Promise<number> => {
      const one = clientOf(dataSource, {});
      await one.connect();
      await one.end();
      return one.port;
    };
    const ports = proxies.map(({ url }) => Number(new URL(url).port));
    expect(await client()).toBe(ports[0]);
    proxies[0].redirect(standby.url);
    proxies[1].redirect(database.url);
    await expect(client()).rejects.toMatchObject({ code: '25006' });
    expect(await client()).toBe(ports[1]);
    for (const proxy of proxies) await proxy.stop();
  });

  it('are also skipped by the audit, the check of poolers and migrations', async () => {
    const dataSource = await open(cluster(standby.url, database.url));
    const client = clientOf(dataSource, {});
    await client.connect();
    expect(client.port).toBe(Number(new URL(database.url).port));
    await client.end();
    await checkPooler(dataSource);
    expect((await migrationStatus(dataSource)).every(({ applied }) => applied)).toBe(true);
    expect(await pendingSql(dataSource)).toBe('');
  });

  it('do not end a migration that reaches one with its second connection', async () => {
    const proxy = await DatabaseProxy.start(database.url);
    let connections = 0;
    proxy.intercept = (chunk) => {
      // The startup message of a connection. The redirection applies to the next connection.
      if (chunk.includes('user\0')) proxy.redirect(++connections === 1 ? standby.url : database.url);
      return false;
    };
    const run = await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: proxy.url });
    await proxy.stop();
    expect(run).toMatchObject({ status: 0, stdout: 'nothing to apply\n' });
    expect(run.stderr).toContain('is a standby');
  });

  it('are named when no server takes writes', async () => {
    await expect(open(cluster(standby.url, 'http://127.0.0.1:1'))).rejects.toMatchObject({
      code: '25006',
      message: expect.stringMatching(
        /^no server takes writes: 127\.0\.0\.1:\d+ is a standby; connect ECONNREFUSED/,
      ),
    });
    await expect(open(cluster('http://127.0.0.1:1', 'http://127.0.0.1:2'))).rejects.toMatchObject({
      code: '08001',
    });
  });

  it('do not hide that the password or the database is wrong', async () => {
    const wrong = cluster(standby.url, database.url).replace(/\/test_\w+/, '/nowhere');
    await expect(open(wrong)).rejects.toMatchObject({ code: '3D000' });
  });

  it('lose the connection that found them out: a server that became read-only is left after one statement', async () => {
    const dataSource = await open(database.url);
    const pid = async (): Promise<number> =>
      (await dataSource.query<{ pid: number }[]>('select pg_backend_pid() as pid'))[0].pid;
    const before = await pid();
    await dataSource.query('set session characteristics as transaction read only');
    const write = (): Promise<unknown> => dataSource.transaction((tx) => tx.query('delete from zones'));
    await expect(write()).rejects.toMatchObject({ driverError: { code: '25006' } });
    await write();
    expect(await pid()).not.toBe(before);
  });
});
