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

const idsOf = (items: Record<string, any>[]): string[] => items.map(({ reservationId }) => reservationId);

function idOf(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

const INSERT_NEWEST = `
insert into reservations
select n.*
  from reservations r, jsonb_populate_record(r, jsonb_build_object('id', '01ffffff' || right(gen_random_uuid()::text, 28))) n
 where r.id = '${idOf(COUNT)}'`;

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
    expect(idsOf(items)).toEqual(rows.map(({ id }) => id));
    expect(pages).toBeLessThanOrEqual(Math.ceil(COUNT / MAX_ROWS_LOOKED_AT) + Math.ceil(rows.length / 1000));
  });

  it('has a page that is empty and says that the list goes on', async () => {
    const { body } = await service.http.get('/reservations?kind=mixed').expect(200);
    // On a cluster each shard scans up to the end of the page, without a limit of rows.
    expect(body).toEqual(isCluster() ? { items: [] } : { items: [], next: expect.any(String) });
  });

  /** Reads, and executes another statement after each that matches. */
  async function readWhile<T>(after: RegExp, statement: string, read: () => Promise<T>): Promise<T> {
    const query = service.dataSource.query.bind(service.dataSource);
    const reading = jest.spyOn(service.dataSource, 'query').mockImplementation(async (text, values) => {
      const found: unknown = await query(text, values);
      if (after.test(text)) await query(statement);
      return found;
    });
    try {
      return await read();
    } finally {
      reading.mockRestore();
    }
  }

  it('repeats no row when another is inserted while a page is read', async () => {
    const last = idOf(COUNT - MAX_ROWS_LOOKED_AT + 1);
    await service.dataSource.query(`update reservations set kind = 'mixed' where id = $1`, [last]);
    const { items } = await readWhile(/ as key\b/, INSERT_NEWEST, () =>
      wholeList(service, '/reservations?kind=mixed&order=desc'),
    );
    expect(idsOf(items)).toEqual([last]);
  });

  it('skips no row when others come to match after the matching rows were counted', async () => {
    const give = (from: number, to: number): string =>
      `update reservations set labels = '{"few": "1"}' where id between '${idOf(from)}' and '${idOf(to)}'`;
    const first = COUNT - MAX_ROWS_LOOKED_AT + 1;
    await service.dataSource.query(give(first, COUNT));
    // The next updates then use the space of the old versions of these rows, and a scan finds them earlier.
    await service.dataSource.query('vacuum reservations');
    const { body } = await readWhile(/count\(\*\)/, give(1, 1000), () =>
      service.http.get('/reservations?label=few&order=desc&limit=3').expect(200),
    );
    expect(idsOf(body.items)).toEqual([idOf(COUNT), idOf(COUNT - 1), idOf(COUNT - 2)]);
  });

  // Regression: a client that knows only the contract doesn't follow `next`.
  it('of Group B begins with the first that is live, however many before it have ended by time', async () => {
    const { dataSource, http, clock } = service;
    const ended = MAX_ROWS_LOOKED_AT + 1_000;
    await dataSource.query(
      `update reservations
          set kind = 'compute', status = 'admitted', ended_at = null, held_until = null, wait_until = null,
              starts_at = to_timestamp($1) - interval '2 days',
              ends_at = to_timestamp($1) + case when id <= $2 then -1 else 1 end * interval '1 day'`,
      [clock.now(), idOf(ended)],
    );
    const { body } = await http.get('/reservation/compute/query?limit=2').expect(200);
    expect(body.queryResult.map((one: { reservationId: string }) => one.reservationId)).toEqual([
      idOf(ended + 1),
      idOf(ended + 2),
    ]);
  });

  // Regression: the rows that an index leads to were counted again for each empty page.
  it('of a kind of Group B counts live reservations once, however many pages are empty', async () => {
    await service.dataSource.query(
      `update reservations set kind = 'network', status = 'admitted', ended_at = null, ends_at = 'infinity'`,
    );
    const asked = jest.spyOn(service.dataSource, 'query');
    try {
      const { body } = await service.http.get('/reservation/storage/query').expect(200);
      expect(body).toEqual({ queryResult: [] });
      const counts = asked.mock.calls.filter(([text]) => text.includes('count(*)'));
      expect(counts).toHaveLength(isCluster() ? 0 : 1);
    } finally {
      asked.mockRestore();
    }
  });
});
