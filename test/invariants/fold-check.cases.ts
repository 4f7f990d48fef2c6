import { jest } from '@jest/globals';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import type { ZoneFold } from '../../src/allocation/fold/zone-fold.js';
import { buildFold } from '../../src/allocation/ledger/build-fold.js';
import { DomainError } from '../../src/kernel/domain-error.js';
import { FOREVER } from '../../src/kernel/time-window.js';
import { loopOf } from '../support/loops.js';
import { startService, type RunningService } from '../support/service.js';

describe('the check of folds against the ledger', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  const check = async () => (await service.http.post('/self-check').send({}).expect(200)).body;

  const available = async (zone: string): Promise<number> => {
    const query = { zoneId: zone, computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.get('/capacity/compute/query').query(query).expect(200);
    return body.capacityInformation.available;
  };

  it('finds nothing while many requests are decided', async () => {
    await service.provider({ cores: 500, instances: 500 }, { zone: 'one' });
    await service.provider({ cores: 500, instances: 500 }, { zone: 'one' });
    await service.provider({ cores: 500 }, { zone: 'two' });
    const creates = Array.from({ length: 200 }, (_, index) =>
      service.operation('create-reservation', {
        zone: index % 3 ? 'one' : 'two',
        capacity: { cores: 1 },
        end: index % 2 ? undefined : '2040-01-01T00:00:00Z',
      }),
    );
    const checks = Array.from({ length: 5 }, check);
    for (const answer of await Promise.all(checks)) expect(answer).toEqual({ zones: 2, differences: [] });
    for (const answer of await Promise.all(creates)) expect(answer.result).toBe('ok');
    expect(await check()).toEqual({ zones: 2, differences: [] });
  });

  it('drops, counts and names a fold that differs', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'one' });
    await service.provider({ cores: 10 }, { zone: 'two' });
    expect(await available('one')).toBe(10);
    const fold = loopOf(service, 'one')?.lastSeen as ZoneFold;
    const window = { start: service.clock.now(), end: FOREVER };
    fold.apply({ providerId: provider, moves: 'total', window, amounts: { cores: 5 } });
    expect(await available('one')).toBe(15);

    const answer = await check();
    expect(answer.zones).toBe(2);
    expect(answer.differences).toContainEqual(
      expect.objectContaining({
        zoneId: 'one',
        providerId: provider,
        resourceClass: 'cores',
        kept: 15,
        ledger: 10,
      }),
    );
    expect(await available('one')).toBe(10);
    expect(await check()).toEqual({ zones: 2, differences: [] });
    const { text } = await service.http.get('/metrics').expect(200);
    expect(text).toContain(`headroom_fold_differences_total ${answer.differences.length}\n`);
  });

  // Regression: it was made at once at the first question for it, a pause of seconds in a large zone.
  it('has the sum over the providers made with the fold that is built', async () => {
    await service.provider({ cores: 3 }, { zone: 'one' });
    await service.provider({ cores: 4 }, { zone: 'one' });
    const now = service.clock.now();
    const built = await buildFold(service.dataSource.manager, 'one', now);
    const whole = built?.wholeIfKept();
    expect(whole?.leastAvailable('cores', { start: now, end: FOREVER }).value).toBe(7);
  });

  it('goes on with the other zones where one cannot be read', async () => {
    await service.provider({ cores: 10 }, { zone: 'full' });
    const { provider } = await service.provider({ cores: 10 }, { zone: 'wrong' });
    const allocation = service.app.get(AllocationService);
    const readState = allocation.readState.bind(allocation);
    const full = new DomainError('unavailable', 'queue-full', 'too many requests wait');
    const spy = jest
      .spyOn(allocation, 'readState')
      .mockImplementation((zone, ...more) =>
        zone === 'full' ? Promise.reject(full) : readState(zone, ...more),
      );
    const fold = loopOf(service, 'wrong')?.lastSeen as ZoneFold;
    const window = { start: service.clock.now(), end: FOREVER };
    fold.apply({ providerId: provider, moves: 'total', window, amounts: { cores: 5 } });
    const answer = await check();
    expect(answer.zones).toBe(1);
    expect(answer.differences).toContainEqual(expect.objectContaining({ zoneId: 'wrong', kept: 15 }));

    const { body } = await service.http.post('/self-check').send({}).expect(503);
    expect(body).toMatchObject({ code: 'queue-full' });
    spy.mockRestore();
    expect(await check()).toEqual({ zones: 2, differences: [] });
  });

  it('finds capacity in a zone that has none', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'one' });
    await service.operation('decrease-capacity', { source: provider, capacity: { cores: 10 } });
    await service.provider({ cores: 1 }, { zone: 'empty' });
    expect(await available('empty')).toBe(1);
    const fold = loopOf(service, 'empty')?.lastSeen as ZoneFold;
    const window = { start: service.clock.now(), end: FOREVER };
    fold.apply({ providerId: provider, moves: 'total', window, amounts: { cores: 100 } });
    const { differences } = await check();
    expect(differences).toContainEqual(
      expect.objectContaining({ zoneId: 'empty', providerId: provider, kept: 100, ledger: 0 }),
    );
    expect(await available('empty')).toBe(1);
  });
});
