import { Caller, type Answer } from '../support/calls.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { loopOf } from '../support/loops.js';
import { startService, type RunningService } from '../support/service.js';

const LIMIT = 4;

describe('a zone with a full queue', () => {
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

  it('answers 503 with Retry-After at once, and serves the queued requests', async () => {
    const loop = loopOf(service, zone);
    const reserve = (): Promise<Answer> =>
      caller.post('/create-reservation', { zone, capacity: { cores: 1 } });
    const accepted: Promise<Answer>[] = [];
    await whileZoneIsHeld(service.database.url, zone, async () => {
      accepted.push(reserve());
      await eventually(() => Promise.resolve(expect(loop?.figures.batches).toBeDefined()));
      await untilLockIsAwaited(service.database.url);
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
