import type { DataSource, EntityManager } from 'typeorm';
import { buildFold, readSnapshot } from '../../src/allocation/ledger-reader.js';
import { combineNeeds } from '../../src/allocation/needs.js';
import type { ZoneFold } from '../../src/allocation/zone-fold.js';
import { startService, type RunningService } from '../support/service.js';

/** As many custom plans as PostgreSQL makes before it compares their cost with that of a generic one. */
const CUSTOM_PLANS = 5;
const POOL_SIZE = 5;

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** How often each connection of a pool planned a statement anew, and how often it used the plan it had. */
async function plansOf(dataSource: DataSource, name: string): Promise<{ custom: number; generic: number }[]> {
  const runners = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
  try {
    // All at once, so that each gets another connection.
    await Promise.all(runners.map((runner) => runner.connect()));
    const text =
      'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name like $1';
    const found = await Promise.all(runners.map((runner) => runner.query(text, [name])));
    return found.flat() as { custom: number; generic: number }[];
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
}

describe('what decides and appends', () => {
  beforeAll(async () => {
    await service.provider({ cores: 100 });
    for (let number = 0; number < POOL_SIZE * CUSTOM_PLANS * 2; number++) {
      const made = await service.operation('create-reservation', { capacity: { cores: '1' } });
      const ended = await service.operation('cancel-reservation', {
        'reservation-id': made['reservation-id'],
      });
      expect([made.result, ended.result]).toEqual(['ok', 'ok']);
    }
  });

  it.each(['append-draft-%', 'read-snapshot-rc-p'])(
    'is planned a few times and not for every batch, in a database without statistics too: %s',
    async (name) => {
      const plans = await plansOf(service.dataSource, name);
      expect(plans.length).toBeGreaterThan(0);
      expect(plans.some(({ generic }) => generic > 0)).toBe(true);
      expect(plans.every(({ custom }) => custom <= CUSTOM_PLANS)).toBe(true);
    },
  );
});

/** Entries that move nothing. */
async function lengthen(db: EntityManager, entries: number): Promise<void> {
  await db.query(
    `insert into ledger_entries (zone_id, sequence, batch, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at)
     select e.zone_id, e.sequence + n, e.batch, e.moves, e.owner_kind, e.owner_id, e.starts_at, e.ends_at, '{}', e.recorded_at
       from zones z join ledger_entries e on e.zone_id = z.zone_id and e.sequence = z.head, generate_series(1, $1) n`,
    [entries],
  );
  await db.query(`update zones set head = head + $1`, [entries]);
}

describe('what several processes on one zone read of each other', () => {
  it('is planned a few times and not for every turn', async () => {
    const runner = service.dataSource.createQueryRunner();
    try {
      // Near the end of a ledger that is known to be long, a plan for just that place looks cheapest.
      await lengthen(runner.manager, 5_000);
      await runner.query('analyze ledger_entries');
      const fold = (await buildFold(runner.manager, 'z1', 0)) as ZoneFold;
      for (let turn = 0; turn < CUSTOM_PLANS * 2; turn++) {
        await readSnapshot(runner.manager, fold, combineNeeds([]), 0);
      }
    } finally {
      await runner.release();
    }
    expect(await plansOf(service.dataSource, 'read-snapshot')).toEqual([
      { custom: CUSTOM_PLANS, generic: CUSTOM_PLANS },
    ]);
  });
});
