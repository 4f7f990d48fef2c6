import { alone, boot, capacityAt, hour, instance, reserved } from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { service } from '../support/shared-service.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('POST /create-instance', () => {
  const held = (zone: string, capacity: object, start?: string) =>
    reserved(service, zone, [start, hour(24)], capacity);

  describe('ok', () => {
    it('is accepted at once and comes up afterwards', async () => {
      const { provider } = await service.provider(AMPLE, { zone: 'up' });
      const network = '01890a5d-ac96-774b-bcce-b302099a8057';
      const answer = await boot(service, {
        'provider-id': provider,
        networks: [network],
        flavor: 'm1.medium',
      });
      expect(answer).toEqual({
        result: 'ok',
        'instance-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: 'create-instance request accepted',
      });
      expect(await capacityAt(service, 'up', undefined, 'usage')).toEqual({
        cores: 2,
        ram: 4096,
        instances: 1,
      });
      await eventually(async () =>
        expect(await instance(service, answer['instance-id'])).toMatchObject({
          state: 'active',
          networks: [network],
          providerId: provider,
        }),
      );
    });

    it('draws on its reservation, on the provider that backs it', async () => {
      const zone = 'draw';
      const { provider } = await service.provider({ ...AMPLE, cores: 4 }, { zone });
      await service.provider(AMPLE, { zone });
      const id = await held(zone, { cores: 4, ram: 4096, instances: 4 });
      const before = await capacityAt(service, zone);
      const booted = await boot(service, { 'reservation-id': `ResourceReservation:${id}` });
      expect(await instance(service, booted['instance-id'])).toMatchObject({
        providerId: provider,
        reservationId: id,
      });
      expect(await capacityAt(service, zone)).toEqual(before);
      expect(await capacityAt(service, zone, undefined, 'reserved')).toEqual({
        cores: 3,
        ram: 3584,
        instances: 3,
      });
    });

    it('needs disk only where disk is tracked', async () => {
      await service.provider({ ...AMPLE, gigabytes: 1 }, { zone: 'disk' });
      const id = await held('disk', { cores: 2, ram: 4096, instances: 2 });
      expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
      expect(await capacityAt(service, 'disk')).toMatchObject({ gigabytes: 0 });
      expect(await boot(service, { 'reservation-id': id })).toMatchObject({
        result: 'conflict',
        message: 'required gigabytes=1 exceeds available 0',
      });
    });

    it('without a provider goes to the first that fits', () =>
      alone(async (other) => {
        await other.provider({ ...AMPLE, cores: 1 }, { zone: 'a' });
        const { provider } = await other.provider({ ...AMPLE, cores: 5 }, { zone: 'b' });
        const booted = await boot(other, { flavor: 'm1.medium' });
        expect(await instance(other, booted['instance-id'])).toMatchObject({
          providerId: provider,
          zone: 'b',
        });
        expect(await boot(other, { flavor: 'm1.large' })).toMatchObject({
          result: 'conflict',
          offer: { maxCapacity: { cores: 3 } },
        });
      }));
  });
});
