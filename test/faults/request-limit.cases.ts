import { Caller, type Answer } from '../support/calls.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { whileZoneIsHeld } from '../support/held-zone.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { startService, type RunningService } from '../support/service.js';

const LIMIT = 3;

describe('a process at its limit of requests', () => {
  const zone = 'held';
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService({
      environment: { REQUEST_LIMIT: String(LIMIT), REQUEST_LIMIT_PER_ADDRESS: String(LIMIT) },
    });
    caller = new Caller(service.baseUrl);
    await service.provider({ cores: 100 }, { zone });
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  const reserve = (): Promise<Answer> => caller.post('/create-reservation', { zone, capacity: { cores: 1 } });

  /** Fills all places with requests that wait, because another transaction locks the zone. */
  async function whileFull(work: () => Promise<void>): Promise<Answer[]> {
    const accepted: Promise<Answer>[] = [];
    await whileZoneIsHeld(service.database.url, zone, async () => {
      for (let number = 1; number <= LIMIT; number++) accepted.push(reserve());
      const figures = service.app.get(RequestFigures);
      await eventually(() => Promise.resolve(expect(figures.inFlight).toBe(LIMIT)));
      await work();
    });
    return Promise.all(accepted);
  }

  it('refuses further requests with 503 and Retry-After, and serves those it has', async () => {
    const answers = await whileFull(async () => {
      const refused = await reserve();
      expect(refused.status).toBe(503);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.body).toMatchObject({ code: 'too-many-requests-under-way', result: 'error' });
      expect(refused.body.message).toMatch(/try again/);

      const body = { zoneId: zone, computePoolReservation: { numCpuCores: 1 } };
      const northbound = await caller.post('/reservation/compute/create', body);
      expect(northbound).toMatchObject({ status: 503, body: { code: 'too-many-requests-under-way' } });
      // Clients of the contract accept no other content type.
      expect(northbound.headers['content-type']).toMatch('application/json');
      expect(northbound.body).not.toHaveProperty('result');
    });
    expect(answers.map(({ body }) => body.result)).toEqual(Array.from({ length: LIMIT }, () => 'ok'));
    expect((await reserve()).body.result).toBe('ok');
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });

  it('still answers health checks and scrapes, which count the refusals', async () => {
    await whileFull(async () => {
      const before = await turnedAway();
      await reserve();
      expect((await service.http.get('/livez')).status).toBe(200);
      expect((await service.http.get('/readyz')).status).toBe(200);
      expect(await turnedAway()).toBe(before + 1);
    });
  });

  it('reads the body of a refused request, so that the connection stays usable', async () => {
    await whileFull(async () => {
      const padding = 'x'.repeat(200_000);
      for (let number = 0; number < 3; number++) {
        const refused = await caller.post('/create-reservation', { zone, padding });
        expect(refused).toMatchObject({ status: 503, body: { code: 'too-many-requests-under-way' } });
      }
    });
  });

  async function turnedAway(): Promise<number> {
    const { text } = await service.http.get('/metrics');
    const found = /^headroom_http_failures_total\{code="too-many-requests-under-way"\} (\d+)$/m.exec(text);
    return Number(found?.[1]);
  }
});
