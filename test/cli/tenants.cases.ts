import { newZone, service } from '../support/shared-service.js';
import { headroom } from './command-line.js';

describe('headroom --tenant', () => {
  it('lists only what the tenant has, so that what follows in a pipe changes nothing of another tenant', async () => {
    const zone = newZone();
    const [mine, other] = [`${zone}-mine`, `${zone}-other`];
    await service.provider({ cores: 20, ram: 65_536, instances: 10 }, { zone });
    const as = async (tenant: string, ...args: string[]) =>
      (await headroom([...args, '--tenant', tenant])).json;
    for (const tenant of [mine, other]) {
      const asked = ['-z', zone, '--cores', '4', '--ram', '8G', '--instances', '4'];
      const reserved = await as(tenant, 'reserve', ...asked);
      const drawing = ['--reservation', reserved['reservation-id'], '--image', 'i', '--flavor', 'm1.small'];
      await as(tenant, 'instances', 'create', '--name', 'web', ...drawing);
      await as(tenant, 'subscribe', 'reservations');
    }

    for (const list of [['reservations', '-z', zone], ['instances'], ['subscribe', 'list']]) {
      expect(await as(mine, ...list)).toEqual([expect.objectContaining({ tenant: mine })]);
    }
    const byEnvironment = await headroom(['reservations'], { env: { HEADROOM_TENANT: other } });
    expect(byEnvironment.json).toEqual([expect.objectContaining({ tenant: other })]);
    const all = await headroom(['reservations', '-z', zone]);
    expect(all.json).toHaveLength(2);
  });
});
