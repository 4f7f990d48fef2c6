import { boot, hour, reservation, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('placement of a reservation', () => {
  const window = [undefined, hour(24)] as const;
  const claimsOf = async (made: Record<string, any>): Promise<Map<string, object>> => {
    expect(made).toMatchObject({ result: 'ok' });
    const { claims } = await reservation(service, made['reservation-id'] as string);
    return new Map(claims.map((claim: any) => [claim.providerId, claim.capacity]));
  };

  it('prefers one provider for the whole, though two would have more room together', async () => {
    await service.provider({ cores: 6, instances: 9 }, { zone: 'one' });
    const { provider } = await service.provider({ cores: 8, instances: 9 }, { zone: 'one' });
    const claims = await claimsOf(await reserve(service, 'one', window, { cores: 8, instances: 4 }));
    expect([...claims]).toEqual([[provider, { cores: 8, instances: 4 }]]);
  });

  it('splits by equal instances, each whole on one provider, so that all of them can be created', async () => {
    const zone = 'units';
    const a = await service.provider({ cores: 4, ram: 16_384, instances: 9 }, { zone });
    const b = await service.provider({ cores: 8, ram: 16_384, instances: 9 }, { zone });
    const made = await reserve(service, zone, window, { cores: 12, ram: 24_576, instances: 3 });
    const claims = await claimsOf(made);
    expect(claims.get(a.provider)).toEqual({ cores: 4, ram: 8192, instances: 1 });
    expect(claims.get(b.provider)).toEqual({ cores: 8, ram: 16_384, instances: 2 });
    const order = { 'reservation-id': made['reservation-id'], flavor: 'm1.large' };
    for (let count = 0; count < 3; count++)
      expect(await boot(service, order)).toMatchObject({ result: 'ok' });
    expect(await boot(service, order)).toMatchObject({ result: 'conflict' });
  });

  it('refuses what fits in total but not instance by instance', async () => {
    const zone = 'pieces';
    await service.provider({ cores: 3, instances: 9 }, { zone });
    await service.provider({ cores: 3, instances: 9 }, { zone });
    expect(await reserve(service, zone, window, { cores: 6, instances: 1 })).toMatchObject({
      result: 'conflict',
      message:
        'no resource capacity available during requested start/end time at the same provider for each whole instance or container',
    });
    expect(await reserve(service, zone, window, { cores: 4, instances: 2 })).toMatchObject({ result: 'ok' });
  });

  it('spreads the remainder of a division over the first instances', async () => {
    const zone = 'remainder';
    await service.provider({ cores: 3, instances: 1 }, { zone });
    await service.provider({ cores: 4, instances: 2 }, { zone });
    const claims = await claimsOf(await reserve(service, zone, window, { cores: 7, instances: 3 }));
    expect([...claims.values()]).toEqual(
      expect.arrayContaining([
        { cores: 3, instances: 1 },
        { cores: 4, instances: 2 },
      ]),
    );
  });

  it('splits a demand without instances class by class', async () => {
    const zone = 'classes';
    await service.provider({ cores: 3, ram: 1000 }, { zone });
    await service.provider({ cores: 4, ram: 100 }, { zone });
    const claims = [
      ...(await claimsOf(await reserve(service, zone, window, { cores: 7, ram: 1100 }))).values(),
    ];
    expect(claims).toEqual(
      expect.arrayContaining([
        { cores: 3, ram: 1000 },
        { cores: 4, ram: 100 },
      ]),
    );
  });

  it('never reaches into another zone', async () => {
    await service.provider({ cores: 3 }, { zone: 'here' });
    await service.provider({ cores: 30 }, { zone: 'there' });
    expect(await reserve(service, 'here', window, { cores: 4 })).toMatchObject({ result: 'conflict' });
    expect(await service.operation('create-reservation', { capacity: { cores: 30 } })).toMatchObject({
      result: 'ok',
    });
  });

  it('looks at the whole window: a provider with a gap in it does not do', async () => {
    const zone = 'gap';
    await service.provider({ cores: 4 }, { zone, end: hour(12) });
    await service.provider({ cores: 4 }, { zone, start: hour(12) });
    expect(await reserve(service, zone, [hour(11), hour(13)], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
    expect(await reserve(service, zone, [hour(11), hour(12)], { cores: 4 })).toMatchObject({ result: 'ok' });
    expect(await reserve(service, zone, [hour(12), hour(13)], { cores: 4 })).toMatchObject({ result: 'ok' });
  });

  it('takes every unit there is before it refuses', async () => {
    const zone = 'fill';
    for (const cores of [5, 7, 9]) await service.provider({ cores, instances: 99 }, { zone });
    expect(await reserve(service, zone, window, { cores: 20, instances: 10 })).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 18, instances: 9 } },
    });
    expect(await reserve(service, zone, window, { cores: 18, instances: 9 })).toMatchObject({ result: 'ok' });
  });
});
