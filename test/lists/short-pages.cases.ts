import { MAX_ROWS_LOOKED_AT } from '../../src/database/key-list.js';
import { isCluster } from '../support/cluster.js';
import { wholeList } from '../support/pages.js';
import { seedLists } from '../support/seeded-lists.js';
import { startService, type RunningService } from '../support/service.js';

const COUNT = 25_000;

/** Filters that match few of many rows and that no index narrows down to few, with their conditions in SQL. */
const RARE: [query: string, condition: string][] = [
  ['zone=zone-1&kind=mixed', 'false'],
  ['kind=storage&name=name-100', `kind = 'storage' and name = 'name-100'`],
  ['zone=zone-1&state=terminated', `zone_id = 'zone-1' and status = 'terminated'`],
  ['label=all&state=conflict', `labels ? 'all' and status = 'conflict' and ends_at > '2030-01-01Z'`],
  ['label=all&state=terminated', `labels ? 'all' and status = 'terminated'`],
  ['label=all&zone=zone-7&order=desc', `labels ? 'all' and zone_id = 'zone-7'`],
  ['provider=00000000-0000-7000-8000-000000000001&kind=mixed', 'false'],
  ['to=2030-01-01T00:00:00Z&kind=mixed&order=desc', 'false'],
];

describe(`a list of ${COUNT} rows`, () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    await seedLists(service.dataSource, new Date(service.clock.now() * 1000), COUNT);
  }, 60_000);

  afterAll(() => service.stop());
  it.each(RARE)('is whole though its pages are short: %s', async (query, condition) => {
    const order = query.includes('order=desc') ? 'desc' : 'asc';
    const rows = await service.dataSource.query<{ id: string }[]>(
      `select id from reservations where ${condition} order by id ${order}`,
    );
    const { items, pages } = await wholeList(service, `/reservations?limit=1000&${query}`);
    expect(items.map(({ reservationId }) => reservationId as string)).toEqual(rows.map(({ id }) => id));
    expect(pages).toBeLessThanOrEqual(Math.ceil(COUNT / MAX_ROWS_LOOKED_AT) + Math.ceil(rows.length / 1000));
  });

  it('has a page that is empty and says that the list goes on', async () => {
    const { body } = await service.http.get('/reservations?kind=mixed').expect(200);
    // On a cluster each shard scans up to the end of the page, without a limit of rows.
    expect(body).toEqual(isCluster() ? { items: [] } : { items: [], next: expect.any(String) });
  });
});
