import { eventually } from '../support/eventually.js';
import { DatabaseProxy } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { Scrape } from './scrape.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: RunningService;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.start(database.url);
  service = await startService({ database: { ...database, url: proxy.url } });
  await service.provider({ cores: 10 });
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  await database.drop();
});

const WAYS = {
  'cuts every connection': (_: Buffer, link: { cut(): void }) => {
    link.cut();
    return true;
  },
  'swallows what it is asked': () => true,
} as const;

it.each(Object.entries(WAYS))('is answered when the database %s', async (_, intercept) => {
  await eventually(async () => {
    expect((await Scrape.of(service.baseUrl)).value('database_up')).toBe(1);
  });
  proxy.intercept = intercept;
  await eventually(async () => {
    const scrape = await Scrape.of(service.baseUrl);
    expect(scrape.value('database_up')).toBe(0);
    expect(scrape.all('instances')).toEqual([]);
    expect(scrape.value('outbox_age_seconds')).toBeUndefined();
    // The figures that this process has in memory are still present.
    expect(scrape.value('capacity', { zone: 'z1', class: 'cores', figure: 'total' })).toBe(10);
    expect(scrape.value('http_requests_total', { route: '/add-provider' })).toBe(1);
  }, 60_000);
  proxy.intercept = () => false;
  await eventually(async () => {
    const scrape = await Scrape.of(service.baseUrl);
    expect(scrape.value('database_up')).toBe(1);
    expect(scrape.value('instances', { state: 'active' })).toBe(0);
  }, 60_000);
});
