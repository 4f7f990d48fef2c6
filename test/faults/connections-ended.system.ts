import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { onServer } from '../support/postgres.js';
import { moreAnswers, promisedClients, totalOf, underLoad } from '../support/promises.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';

const END_ALL = `
select count(pg_terminate_backend(pid))::int as ended
  from pg_stat_activity where datname = current_database() and application_name = 'headroom'`;

describe('connections ended by an operator under load', () => {
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it('lose nothing, duplicate nothing, and at worst cause a 503', async () => {
    const zone = 'ended';
    const { provider } = await service.provider(
      { cores: 30_000, ram: 2_000_000_000, instances: 30_000 },
      { zone },
    );
    const clients = promisedClients(16, zone, provider, (index) => new Random(100 + index));
    await underLoad(clients, caller, async () => {
      for (let round = 1; round <= 8; round++) {
        await moreAnswers(clients, 50);
        const { ended } = await onServer(
          service.database.url,
          async (client) => (await client.query<{ ended: number }>(END_ALL)).rows[0],
        );
        expect(ended).toBeGreaterThan(0);
      }
    });
    expect(totalOf(clients, 'unanswered')).toBe(0);
    for (const client of clients) expect(await client.broken(caller)).toEqual([]);
    expect(await auditFindings(service.database.url)).toEqual([]);
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });
});
