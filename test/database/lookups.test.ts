import type { DataSource } from 'typeorm';
import { startService, type RunningService } from '../support/service.js';
import { fromNow } from '../support/readings.js';

/** What grows with what is reserved: none of it may be read as a whole to decide one request. */
const GROWING = [
  'ledger_entries',
  'reservations',
  'claims',
  'address_assignments',
  'instances',
  'subscriptions',
];
const READS_MUCH = ['Seq Scan', 'Bitmap Heap Scan'];
const POOL_SIZE = 5;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** The kept statements of a pool's connections, and how each would be carried out. */
async function keptPlans(dataSource: DataSource): Promise<Map<string, PlanNode>> {
  const runners = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
  const plans = new Map<string, PlanNode>();
  try {
    // All at once, so that each gets another connection.
    await Promise.all(runners.map((runner) => runner.connect()));
    for (const runner of runners) {
      const kept = (await runner.query(
        'select name, statement from pg_prepared_statements where not from_sql',
      )) as { name: string; statement: string }[];
      for (const { name, statement } of kept) {
        const [explained] = (await runner.query(`explain (generic_plan, format json) ${statement}`)) as {
          'QUERY PLAN': [{ Plan: PlanNode }];
        }[];
        plans.set(name, explained['QUERY PLAN'][0].Plan);
      }
    }
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
  return plans;
}

function* nodesOf(node: PlanNode): Iterable<PlanNode> {
  yield node;
  for (const part of node.Plans ?? []) yield* nodesOf(part);
}

describe.each(['without statistics', 'with statistics of empty tables'])('a database %s', (statistics) => {
  it('is asked for rows, never read through, by what decides and appends', async () => {
    if (statistics !== 'without statistics') await service.dataSource.query('analyze');
    await service.provider({ cores: 100, addresses: 10 });
    const end = fromNow(service, 3_600);
    const made = await service.operation('create-reservation', { end, capacity: { cores: '1' } });
    const id = made['reservation-id'];
    const later = fromNow(service, 7_200);
    await service.operation('update-reservation', { 'reservation-id': id, end: later });
    await service.operation('cancel-reservation', { 'reservation-id': id });
    const plans = await keptPlans(service.dataSource);
    expect([...plans.keys()].filter((name) => name.startsWith('append-draft')).length).toBeGreaterThan(1);
    for (const [name, plan] of plans) {
      const read = [...nodesOf(plan)]
        .filter(
          (node) => GROWING.includes(node['Relation Name'] ?? '') && READS_MUCH.includes(node['Node Type']),
        )
        .map((node) => `${node['Node Type']} of ${node['Relation Name']}`);
      expect({ name, read }).toEqual({ name, read: [] });
    }
  });
});
