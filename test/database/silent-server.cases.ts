import { createDataSource } from '../../src/database/data-source.js';
import { readLayout } from '../../src/database/layout-watch.js';
import { DatabaseProxy } from '../support/proxy.js';
import { createTestDatabase } from '../support/test-database.js';

describe('a server that accepts statements and answers none', () => {
  it('does not hold up the look at the layout for ever', async () => {
    const database = await createTestDatabase();
    const proxy = await DatabaseProxy.start(database.url);
    try {
      proxy.intercept = (chunk) => chunk.includes('pg_extension');
      const silent = createDataSource(proxy.url, { poolSize: 1 });
      await expect(readLayout(silent)).rejects.toThrow();
    } finally {
      await proxy.stop();
      await database.drop();
    }
  });
});
