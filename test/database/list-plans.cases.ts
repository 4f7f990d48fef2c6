import { MAX_ROWS_LOOKED_AT } from '../../src/database/key-list.js';
import { describeOnServer } from '../support/cluster.js';
import { rowsOf, runNodes, type RunNode } from '../support/run-plans.js';
import { seedLists } from '../support/seeded-lists.js';
import { startService, type RunningService } from '../support/service.js';

const SEEDED = 50_000;

const NOW = '2030-01-01T00:00:00Z';
const PROVIDER = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const LISTS = [
  '/reservations',
  '/reservations?order=desc',
  '/reservations?zone=zone-1',
  '/reservations?zone=zone-7&order=desc',
  '/reservations?zone=zone-1&kind=mixed',
  '/reservations?kind=mixed',
  '/reservations?state=conflict',
  '/reservations?state=conflict&zone=zone-1&order=desc',
  '/reservations?state=active',
  '/reservations?state=active&zone=zone-1&tenant=tenant-3',
  '/reservations?state=initialized&zone=zone-9',
  '/reservations?state=expired&order=desc',
  '/reservations?state=terminated&zone=zone-1&tenant=tenant-3',
  '/reservations?tenant=tenant-3&kind=mixed',
  '/reservations?tenant=nobody',
  '/reservations?name=name-100',
  '/reservations?name=nothing&state=active',
  '/reservations?label=team:team-100',
  '/reservations?label=team:team-100&label=all&zone=zone-1',
  '/reservations?label=all&state=terminated',
  '/reservations?label=nothing',
  `/reservations?provider=${PROVIDER(1)}&kind=mixed`,
  `/reservations?provider=${PROVIDER(9)}&state=active`,
  `/reservations?from=${NOW}`,
  `/reservations?to=${NOW}&kind=mixed`,
  '/reservations?from=2029-12-31T00:00:00Z&to=2029-12-31T01:00:00Z&zone=zone-1',
  '/reservations?from=2026-01-01T00:00:00Z&zone=zone-1&state=terminated&kind=storage',
  '/reservation/compute/query',
  '/reservation/storage/query?limit=100',
  '/instances',
  '/instances?zone=zone-1&order=desc',
  '/instances?state=error',
  '/instances?state=deleting&zone=zone-1',
  '/instances?state=active',
  '/instances?state=pending',
  '/instances?name=name-7&state=error',
  '/instances?label=team:team-100',
  '/instances?tenant=tenant-3',
  '/instances?tenant=nobody',
  `/instances?reservation=${PROVIDER(77)}`,
  `/instances?provider=${PROVIDER(1)}&state=error`,
  `/instances?from=${NOW}&zone=zone-1`,
  `/instances?to=${NOW}&state=active`,
  '/pools?zone=zone-1',
  `/pools?provider=${PROVIDER(2)}&from=${NOW}`,
  `/pools?provider=${PROVIDER(9)}&order=desc`,
  `/pools?from=${NOW}`,
  '/providers?zone=zone-7',
  '/zones?order=desc',
  '/subscriptions?zone=zone-1&state=active',
  '/subscriptions?kind=reservation',
  '/deliveries?state=dead',
  '/deliveries?state=waiting',
  '/deliveries?state=kept&order=desc',
  `/deliveries?subscription=${PROVIDER(2)}&state=dead`,
  `/deliveries?subscription=${PROVIDER(1)}&order=desc`,
  `/deliveries?subscription=${PROVIDER(1)}&state=waiting`,
  `/deliveries?from=2031-01-01T00:00:00Z`,
];

function isWhole(node: RunNode): boolean {
  return node['Node Type'] === 'Seq Scan' && !['zones', 'providers'].includes(node['Relation Name'] ?? '');
}

describeOnServer('plans of lists', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    for (const table of ['reservations', 'claims', 'instances', 'pool_entries', 'notifications']) {
      await service.dataSource.query(`alter table ${table} set (autovacuum_enabled = false)`);
    }
    await seedLists(service.dataSource, new Date(service.clock.now() * 1000), SEEDED);
  }, 120_000);

  afterAll(() => service.stop());

  /** The list statements that a request executes, with their values. */
  async function statementsOf(path: string): Promise<[string, unknown[]][]> {
    const asked = jest.spyOn(service.dataSource, 'query');
    await service.http.get(path).expect(200);
    const calls = asked.mock.calls.map(([text, values]) => [text, values ?? []] as [string, unknown[]]);
    asked.mockRestore();
    return calls.filter(([text]) => / as key\b/.test(text));
  }

  async function mostRows(statement: [string, unknown[]]): Promise<number> {
    return Math.max(...(await runNodes(service.dataSource, ...statement)).map(rowsOf));
  }

  /** The nodes of a plan that read a whole table, or more rows than a page may read. */
  async function readThrough(statement: [string, unknown[]]): Promise<string[]> {
    const nodes = await runNodes(service.dataSource, ...statement);
    const wrong = nodes.filter((node) => isWhole(node) || rowsOf(node) > MAX_ROWS_LOOKED_AT + 1);
    return wrong.map(
      (node) => `${node['Node Type']} of ${node['Relation Name'] ?? '?'}: ${rowsOf(node)} rows`,
    );
  }

  describe.each(['without statistics', 'with statistics'])(`a list of ${SEEDED} rows, %s`, (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with statistics') await service.dataSource.query('analyze');
    });

    it.each([
      '/reservations?zone=zone-1',
      '/reservations?zone=zone-1&order=desc',
      '/reservations?tenant=tenant-3',
      '/reservations?name=name-100',
      '/instances?zone=zone-1',
      '/pools?zone=zone-1&order=desc',
      `/deliveries?subscription=${PROVIDER(1)}`,
      '/deliveries?state=delivered',
    ])('is read no further than the page goes: %s', async (path) => {
      const [statement] = await statementsOf(path);
      expect(await mostRows(statement)).toBeLessThan(25);
    });

    it.each(LISTS)('is read by an index and in part: %s', async (path) => {
      const statements = await statementsOf(path);
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements)
        expect([statement[0], await readThrough(statement)]).toEqual([statement[0], []]);
    });
  });
});
