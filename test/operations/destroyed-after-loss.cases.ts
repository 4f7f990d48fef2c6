import { boot, reservation, stopSound } from '../support/readings.js';
import { startService } from '../support/service.js';

const THREE = { cores: 3, ram: 1536, instances: 3 };
const TWO = { cores: 2, ram: 1024, instances: 2 };

describe('an instance that is destroyed where its provider has lost all capacity', () => {
  it.each([
    ['gives back to its reservation elsewhere', THREE, 'active'],
    ['puts it in conflict, where there is no room elsewhere', TWO, 'conflict'],
  ])('%s', async (_, elsewhere, state) => {
    const service = await startService();
    try {
      const { provider: lost } = await service.provider(THREE, { zone: 'z1' });
      const made = await service.operation('create-reservation', { zone: 'z1', capacity: THREE });
      const id = made['reservation-id'] as string;
      const { 'instance-id': instance } = await boot(service, { 'reservation-id': id });
      const { provider: other } = await service.provider(elsewhere, { zone: 'z1' });
      const taken = { source: lost, capacity: THREE, force: true };
      expect(await service.operation('decrease-capacity', taken)).toMatchObject({ result: 'ok' });
      expect((await reservation(service, id)).claims).toContainEqual({ providerId: other, capacity: TWO });

      expect(await service.operation('destroy-instance', { 'instance-id': instance })).toMatchObject({
        result: 'ok',
      });
      const { claims, state: now } = await reservation(service, id);
      expect(now).toBe(state);
      expect(claims).toEqual(state === 'active' ? [{ providerId: other, capacity: THREE }] : []);
    } finally {
      await stopSound(service);
    }
  });
});
