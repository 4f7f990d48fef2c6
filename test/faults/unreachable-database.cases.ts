import { onServer, SERVER_VARIABLE } from '../support/postgres.js';
import { eventually } from '../support/eventually.js';
import { DatabaseProxy } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('a database that refuses connections', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let service: RunningService;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    service = await startService({ database: { url: proxy.url, drop: () => Promise.resolve() } });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await database.drop();
  });

  it('is unavailable to a request whose zone is loaded: nothing was sent whose outcome could be unknown', async () => {
    const body = { zone: 'loaded', capacity: { cores: 1 } };
    await service.provider({ cores: 9 }, { zone: body.zone });
    expect(await service.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
    const accept = await proxy.refuse();
    const answers = await Promise.all(
      [1, 2, 3].map(() => service.http.post('/create-reservation').send(body)),
    );
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([503, 'database-unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
    }
    await accept();
  });
});

describe('a database that refuses logins', () => {
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ database });
    await service.provider({ cores: 9 }, { zone: 'closed' });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  /** From a database that goes on taking connections. */
  async function setConnections(allowed: boolean): Promise<void> {
    const name = new URL(database.url).pathname.slice(1);
    await onServer(process.env[SERVER_VARIABLE] ?? '', async (client) => {
      await client.query(`alter database ${name} allow_connections ${allowed}`);
      if (!allowed)
        await client.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
          [name],
        );
    });
  }

  it('is unavailable, not a defect of the service, and is used again when it takes them', async () => {
    const create = () =>
      service.http.post('/create-reservation').send({ zone: 'closed', capacity: { cores: 1 } });
    expect((await create()).body).toMatchObject({ result: 'ok' });
    await setConnections(false);
    const answers = [await create(), await create(), await service.http.get('/zones')];
    const { text: metrics } = await service.http.get('/metrics');
    await setConnections(true);
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([503, 'database-unavailable']);
    expect(metrics).toContain('headroom_database_up 0');
    await eventually(async () => expect((await create()).body).toMatchObject({ result: 'ok' }));
  });
});
