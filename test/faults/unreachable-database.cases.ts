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
