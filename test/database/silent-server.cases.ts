import { createConnection, createServer, type AddressInfo } from 'node:net';
import { createDataSource } from '../../src/database/data-source.js';
import type { DatabaseClient } from '../../src/database/database-client.js';
import { readLayout } from '../../src/database/layout-watch.js';
import { eventually } from '../support/eventually.js';
import { DatabaseProxy } from '../support/proxy.js';
import { createTestDatabase } from '../support/test-database.js';

describe('a server that accepts statements and answers none', () => {
  // Regression: after a close the system goes on sending what has not arrived, and the server stored an append that had been given up.
  it('is left by a reset, so that nothing more is sent to it', async () => {
    const database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    const ends: unknown[] = [];
    const path = createServer((client) => {
      client.on('end', () => ends.push('closed'));
      client.on('error', ({ code }: NodeJS.ErrnoException) => ends.push(code));
      const server = createConnection({ host: hostname, port: Number(port) });
      server.on('error', () => undefined);
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
    });
    await new Promise<void>((resolve) => path.listen(0, '127.0.0.1', resolve));
    const url = new URL(database.url);
    url.port = String((path.address() as AddressInfo).port);
    const dataSource = await createDataSource(url.toString(), { poolSize: 1 }).initialize();
    const runner = dataSource.createQueryRunner();
    ((await runner.connect()) as DatabaseClient).setSilenceTimeout(50);
    await expect(runner.query('select pg_sleep(5)')).rejects.toThrow('no answer for 0.05 s');
    await eventually(() => Promise.resolve(expect(ends).toEqual(['ECONNRESET'])));
    await runner.release();
    await dataSource.destroy();
    await new Promise((resolve) => path.close(resolve));
    await database.drop();
  });

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
