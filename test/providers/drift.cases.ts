import { PlatformUnreachable, type Driver } from '../../src/providers/drivers/driver.js';
import { SimulatedDriver } from '../../src/providers/drivers/simulated.driver.js';
import { ProvidersOverview } from '../../src/providers/providers.overview.js';
import { capacityAt, fromNow, hour } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('the drift of a provider', () => {
  let service: RunningService;
  let platform: jest.SpyInstance;
  beforeAll(async () => {
    service = await startService();
    const driver: Driver = service.app.get(SimulatedDriver);
    platform = jest.spyOn(driver, 'discover');
    platformHas({ cores: 80, ram: 4096 });
  });
  afterAll(() => service.stop());

  function platformHas(limits: Record<string, number>): void {
    platform.mockImplementation(() => Promise.resolve({ flavors: [], limits, traits: {} }));
  }
  const driftOf = async (id: string) => (await service.http.get(`/providers/${id}`)).body.drift;
  const change = (direction: string, source: string, capacity: object, window: object = {}) =>
    service.operation(`${direction}-capacity`, { source, capacity, ...window });

  it('compares what is declared, now and at its peak, with the quota, class by class', async () => {
    const { provider } = await service.provider({ cores: 60, instances: 5 }, { zone: 'compared' });
    await change('increase', provider, { cores: 40 }, { start: hour(8), end: hour(10) });
    await change('decrease', provider, { cores: 30 }, { start: hour(9), end: hour(12) });
    await change('increase', provider, { volumes: 3 }, { start: hour(20) });
    expect(await driftOf(provider)).toEqual({
      cores: { declared: 60, peak: 100, limit: 80, beyond: 20 },
      ram: { declared: 0, peak: 0, limit: 4096, beyond: 0 },
      instances: { declared: 5, peak: 5, beyond: 0 },
      volumes: { declared: 0, peak: 3, beyond: 0 },
    });
  });

  it('ignores capacity that has ended', async () => {
    const { provider } = await service.provider({ cores: 200 }, { zone: 'over', end: fromNow(service, 60) });
    await change('increase', provider, { cores: 10 });
    expect((await driftOf(provider)).cores).toEqual({ declared: 210, peak: 210, limit: 80, beyond: 130 });
    service.clock.advance(60);
    expect((await driftOf(provider)).cores).toEqual({ declared: 10, peak: 10, limit: 80, beyond: 0 });
  });

  it('follows the quota, while capacity stays as declared; a platform that fails keeps the last one', async () => {
    const { provider } = await service.provider({ cores: 70 }, { zone: 'quota' });
    platformHas({ cores: 50 });
    await service.http.post(`/providers/${provider}/discover`).expect(200);
    expect((await driftOf(provider)).cores).toEqual({ declared: 70, peak: 70, limit: 50, beyond: 20 });
    platform.mockImplementation(() => Promise.reject(new PlatformUnreachable('silence')));
    const { body } = await service.http.post(`/providers/${provider}/discover`).expect(200);
    expect(body).toMatchObject({ state: 'pending', drift: { cores: { limit: 50, beyond: 20 } } });
    expect(await capacityAt(service, 'quota')).toEqual({ cores: 70 });
    platformHas({ cores: 80, ram: 4096 });
  });

  it('is in the list too, and in the figures, of every provider its own', async () => {
    const one = await service.provider({ cores: 90 }, { zone: 'list' });
    const other = await service.provider({ cores: 5 }, { zone: 'list' });
    const { body } = await service.http.get('/providers?limit=1000');
    const drift = new Map(body.items.map((item: any) => [item.providerId, item.drift.cores]));
    expect(drift.get(one.provider)).toEqual({ declared: 90, peak: 90, limit: 80, beyond: 10 });
    expect(drift.get(other.provider)).toEqual({ declared: 5, peak: 5, limit: 80, beyond: 0 });
    const { states, excesses } = await service.app.get(ProvidersOverview).figures(100);
    expect(states.find(({ state }) => state === 'active')?.count).toBeGreaterThanOrEqual(2);
    const inList = excesses.filter(({ zoneId }) => zoneId === 'list');
    expect(inList).toEqual([{ zoneId: 'list', providerId: one.provider, name: 'cores', beyond: 10 }]);
  });
});
