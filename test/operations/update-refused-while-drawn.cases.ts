import { boot, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

describe('the refusal of an update of a reservation that instances draw on', () => {
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const drawn = async (zone: string, capacity: object) => {
    const id = await reserved(service, zone, [undefined, hour(10)], capacity);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
    return id;
  };

  it('states the amounts of the request, and what instances use as available, as the offer does', async () => {
    const zone = newZone();
    await service.provider({ cores: 10, ram: 9000, instances: 9 }, { zone });
    const id = await drawn(zone, { cores: 4, ram: 4000, instances: 2 });
    const refused = await update(id, { capacity: { cores: 12 } });
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 10 } } });
    expect(refused.message).toMatch(/^requested cores=12 exceeds available 10 between /);
    expect(await update(id, { capacity: { cores: 10 } })).toMatchObject({ result: 'ok' });
  });

  it('states them too where an instance does not fit until a later end, which no smaller request would change', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, ram: 9000, instances: 9 }, { zone });
    const id = await drawn(zone, { cores: 2, ram: 1024, instances: 2 });
    await reserved(service, zone, [hour(10), hour(11)], { cores: 4 });
    const refused = await update(id, { end: hour(12) });
    expect(refused).toMatchObject({
      result: 'conflict',
      message: `requested cores=2 exceeds available 0 between ${hour(10)} and ${hour(11)}`,
    });
    expect(refused.offer).toEqual({ maxCapacity: { cores: 0, ram: 0, instances: 0 } });
  });

  it('offers no later window, because the start must not move away from instances', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, ram: 9000, instances: 9 }, { zone });
    await reserved(service, zone, [undefined, hour(9)], { cores: 2 });
    const id = await drawn(zone, { cores: 2, ram: 1024, instances: 2 });
    const refused = await update(id, { capacity: { cores: 4 } });
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 2 } } });
    expect(refused.offer).not.toHaveProperty('nextWindow');
  });

  it('never states a negative amount as available to it', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4, ram: 9000, instances: 9 }, { zone });
    const id = await drawn(zone, { cores: 1, ram: 512, instances: 1 });
    const all = { source: provider, capacity: { cores: 4 }, force: true };
    expect(await service.operation('decrease-capacity', all)).toMatchObject({ result: 'ok' });
    const refused = await update(id, { capacity: { cores: 5 } });
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 1 } } });
    expect(refused.message).toMatch(/^requested cores=5 exceeds available 1 between /);
    expect(await update(id, { capacity: { cores: 1 } })).toMatchObject({ result: 'ok' });
    // The service of the suite is audited for negative amounts.
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 4 } });
  });
});
