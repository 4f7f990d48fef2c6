import { bearer, startGuarded } from '../access/guarded-service.js';
import { DatabaseProxy } from '../support/proxy.js';
import { createTestDatabase } from '../support/test-database.js';

// Regression: ten seconds after the database went away its absence could not be read any more.
describe('metrics read with a key while the database is away', () => {
  it('say so for as long as it is away; other keys are answered 503', async () => {
    const database = await createTestDatabase();
    const proxy = await DatabaseProxy.start(database.url);
    const service = await startGuarded({ database: { ...database, url: proxy.url }, losesDatabase: true });
    try {
      const scraper = await service.makeKey({ role: 'machine', scopes: ['metrics'] });
      const consumer = await service.makeKey({ role: 'consumer', tenant: 'red' });
      const get = (path: string, key: string) => service.http.get(path).set(bearer(key));
      expect((await get('/metrics', scraper.key)).text).toContain('headroom_database_up 1');
      expect((await get('/whoami', consumer.key)).status).toBe(200);
      proxy.intercept = (_, link) => {
        link.cut();
        return true;
      };
      service.clock.advance(60);
      const scrape = await get('/metrics', scraper.key);
      expect([scrape.status, /headroom_database_up (\d)/.exec(scrape.text)?.[1]]).toEqual([200, '0']);
      expect((await get('/whoami', consumer.key)).status).toBe(503);
    } finally {
      proxy.intercept = () => false;
      await service.stop();
      await proxy.stop();
      await database.drop();
    }
  });
});
