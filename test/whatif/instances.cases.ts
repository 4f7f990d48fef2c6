import { boot, fromNow, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const DRY = { 'dry-run': true };
const ONE = { cores: 1, ram: 512, instances: 1 };

describe('POST /create-instance as a dry run', () => {
  it('W12 tells where it would lie, draws on nothing, and calls no platform', async () => {
    const zone = newZone();
    const { provider } = await service.provider(ONE, { zone });
    const id = await reserved(service, zone, [undefined, fromNow(service, 3600)], ONE);
    const draws = { 'reservation-id': id, ...DRY };
    const accepted = {
      result: 'ok',
      message: 'create-instance request accepted',
      'dry-run': true,
      placement: { zone, claims: [{ 'provider-id': provider, capacity: ONE }] },
    };
    expect(await boot(service, draws)).toEqual(accepted);
    expect(await boot(service, draws)).toEqual(accepted);
    expect((await service.http.get(`/instances?zone=${zone}`)).body.items).toEqual([]);
    expect(await boot(service, { ...draws, flavor: 'huge' })).toMatchObject({ result: 'error', ...DRY });
    expect(await boot(service, { 'provider-id': provider, ...DRY })).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 0 } },
      ...DRY,
    });
    const later = await reserved(service, zone, [hour(30), hour(31)], ONE);
    expect(await boot(service, { 'reservation-id': later, ...DRY })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('not active'),
      ...DRY,
    });
  });
});
