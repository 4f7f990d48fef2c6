import { Client } from 'pg';
import { Caller, type Answer } from '../support/calls.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import { startService, type RunningService } from '../support/service.js';

const LIMIT = 4;

describe('a zone for which too many wait', () => {
  const zone = 'crowded';
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService({ environment: { QUEUE_LIMIT: String(LIMIT) } });
    caller = new Caller(service.baseUrl);
    await service.provider({ cores: 100 }, { zone });
    await service.provider({ cores: 100 }, { zone: 'quiet' });
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  /** Somebody else holds the zone, so that its loop has one request under way and the others wait. */
  async function whileHeld(work: () => Promise<void>): Promise<void> {
    const holder = new Client({ connectionString: service.database.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from zones where zone_id = $1 for update', [zone]);
      await work();
    } finally {
      await holder.end();
    }
  }

  it('answers 503 with Retry-After at once, and serves those that wait', async () => {
    const loop = service.app
      .get(AllocationService)
      .activeLoops()
      .find(({ zoneId }) => zoneId === zone);
    const reserve = (): Promise<Answer> =>
      caller.post('/create-reservation', { zone, capacity: { cores: 1 } });
    const accepted: Promise<Answer>[] = [];
    await whileHeld(async () => {
      accepted.push(reserve());
      await eventually(() => Promise.resolve(expect(loop?.figures.batches).toBeDefined()));
      await eventually(async () => {
        const { rows } = await whoWaits(service.database.url);
        expect(rows).toHaveLength(1);
      });
      for (let waiting = 1; waiting <= LIMIT; waiting++) accepted.push(reserve());
      await eventually(() => Promise.resolve(expect(loop?.queued).toBe(LIMIT)));

      const refused = await reserve();
      expect(refused.status).toBe(503);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.body).toMatchObject({ status: 503, code: 'queue-full', result: 'error' });
      expect(refused.body.message).toMatch(/try again/);

      const body = { zoneId: zone, computePoolReservation: { numCpuCores: 1 } };
      const northbound = await caller.post('/reservation/compute/create', body);
      expect(northbound).toMatchObject({ status: 503, body: { code: 'queue-full' } });
      expect(northbound.headers['retry-after']).toBeDefined();

      const elsewhere = await caller.post('/create-reservation', { zone: 'quiet', capacity: { cores: 1 } });
      expect(elsewhere.body.result).toBe('ok');
    });
    const answers = await Promise.all(accepted);
    expect(answers.map(({ body }) => body.result)).toEqual(Array.from({ length: LIMIT + 1 }, () => 'ok'));
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });
});

async function whoWaits(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  } finally {
    await client.end();
  }
}
