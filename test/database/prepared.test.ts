import type { DataSource } from 'typeorm';
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
