import { BY_STATE } from '../../src/instances/instances-figures.js';
import { describeOnServer } from '../support/cluster.js';
import { rowsOf, runNodes } from '../support/run-plans.js';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

const DELETED = 2_000;
const COUNTS = { pending: 1, active: 3, deleting: 2, error: 4 };

describeOnServer('the figures of instances', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ tampersWithLedger: true });
    const { provider } = await service.provider({ instances: 1 }, { zone: 'z1' });
    // Leased for longer than the test lasts, so that no worker takes them.
    for (const [state, count] of Object.entries({ ...COUNTS, deleted: DELETED }))
      await service.dataSource.query(
        `insert into instances (zone_id, id, provider_id, name, image, flavor, networks, amounts, borrowed, state,
                                starts_at, ends_at, due_at, leased_until, created_at, updated_at)
         select 'z1', gen_random_uuid(), $1, 'n', 'i', 'f', '[]', '{}', '{}', $2::text,
                now(), 'infinity', case when $2 in ('pending', 'deleting') then now() end, 'infinity', now(), now()
           from generate_series(1, $3)`,
        [provider, state, count],
      );
    await service.dataSource.query('analyze instances');
  });
  afterAll(() => service.stop());

  it('counts the states of instances, deleted ones not', async () => {
    const samples = (await Scrape.of(service.baseUrl)).all('instances');
    expect(Object.fromEntries(samples.map(({ labels, value }) => [labels.state, value]))).toEqual(COUNTS);
  });

  it('reads no deleted instance, of which there are ever more', async () => {
    const nodes = await runNodes(service.dataSource, BY_STATE);
    const read = nodes.filter((node) => node['Relation Name']).map(rowsOf);
    expect(read).toHaveLength(3);
    expect(read.reduce((sum, rows) => sum + rows)).toBeLessThan(DELETED / 100);
  });
});
