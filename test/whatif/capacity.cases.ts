import { capacityAt, hour, reserved, statesOf } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const DRY = { 'dry-run': true };

describe('a change of capacity as a dry run', () => {
  const change = (direction: string, source: string, more: object) =>
    service.operation(`${direction}-capacity`, { source, ...more });

  it('W10 lists the reservations that a forced decrease would move or put in conflict', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push(await reserved(service, zone, [hour(8), hour(10)], { cores: 3 }));
    }
    await service.provider({ cores: 4 }, { zone });
    const less = { capacity: { cores: 6 } };
    const refused = await change('decrease', provider, { ...less, ...DRY });
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 1 } }, ...DRY });
    const dry = await change('decrease', provider, { ...less, force: true, ...DRY });
    expect(dry).toEqual({
      result: 'ok',
      message: 'capacity decrease successful',
      'dry-run': true,
      moved: [ids[2]],
      'in-conflict': [ids[1]],
      'admitted-again': [],
    });
    expect(await statesOf(service, ids)).toEqual(['initialized', 'initialized', 'initialized']);
    expect(await capacityAt(service, zone, hour(9), 'total')).toEqual({ cores: 14 });
    expect(await change('decrease', provider, { ...less, force: true })).toMatchObject({
      displaced: [ids[2], ids[1]],
    });
    expect(await statesOf(service, ids)).toEqual(['initialized', 'conflict', 'initialized']);
  });

  it('W11 lists the reservations that an increase would admit again', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4 }, { zone });
    const id = await reserved(service, zone, [hour(8), hour(10)], { cores: 4 });
    await change('decrease', provider, { capacity: { cores: 1 }, force: true });
    const more = { capacity: { cores: 1 } };
    expect(await change('increase', provider, { ...more, ...DRY })).toEqual({
      result: 'ok',
      message: 'capacity increase successful',
      'dry-run': true,
      moved: [],
      'in-conflict': [],
      'admitted-again': [id],
    });
    expect(await statesOf(service, [id])).toEqual(['conflict']);
    expect(await capacityAt(service, zone, hour(9), 'total')).toEqual({ cores: 3 });
    await change('increase', provider, more);
    expect(await statesOf(service, [id])).toEqual(['initialized']);
  });

  it('W11 names no range of addresses', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ addresses: 4 }, { zone });
    const ranges = { capacity: { addresses: 4 }, publicIps: ['198.51.100.0/29'] };
    expect(await change('increase', provider, { ...ranges, ...DRY })).toMatchObject({ result: 'ok' });
    const { body } = await service.http.get(`/zones/${zone}/addresses`);
    expect(body.items).toEqual([]);
  });
});
