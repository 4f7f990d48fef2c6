import { boot, capacityAt, fromNow, hour, reserve, reserved } from '../support/readings.js';
import { service } from '../support/shared-service.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('POST /create-instance refuses', () => {
  const held = (zone: string, capacity: object, start?: string) =>
    reserved(service, zone, [start, hour(24)], capacity);

  describe('conflict', () => {
    it('where the remaining of the reservation does not suffice, though the pool would', async () => {
      await service.provider(AMPLE, { zone: 'rest' });
      const id = await held('rest', { cores: 1, ram: 512, instances: 1 });
      const order = { 'reservation-id': id };
      expect(await boot(service, { ...order, flavor: 'm1.medium' })).toMatchObject({
        result: 'conflict',
        message: 'required cores=2 exceeds available 1; required ram=4096 exceeds available 512',
        offer: { maxCapacity: { cores: 1, ram: 512, instances: 1 } },
      });
      expect(await boot(service, order)).toMatchObject({ result: 'ok' });
      expect(await boot(service, order)).toMatchObject({
        result: 'conflict',
        message: expect.stringContaining('required cores=1 exceeds available 0'),
      });
    });

    it('without a reservation where it would take what is reserved later', async () => {
      const { provider } = await service.provider({ ...AMPLE, cores: 2 }, { zone: 'later' });
      await reserve(service, 'later', [hour(8), hour(9)], { cores: 2 });
      const order = { 'provider-id': provider };
      expect(await boot(service, order)).toMatchObject({
        result: 'conflict',
        message: 'required cores=1 exceeds available 0',
      });
      await service.operation('increase-capacity', { source: provider, capacity: { cores: 1 } });
      expect(await boot(service, order)).toMatchObject({ result: 'ok' });
      expect(await capacityAt(service, 'later', '2999-01-01T00:00:00Z')).toMatchObject({ cores: 2 });
    });

    it('on a provider the reservation has no claim on', async () => {
      const { provider: other } = await service.provider({ ...AMPLE, cores: 1 }, { zone: 'claim' });
      await service.provider(AMPLE, { zone: 'claim' });
      const id = await held('claim', { cores: 8, ram: 512, instances: 1 });
      expect(await boot(service, { 'reservation-id': id, 'provider-id': other })).toMatchObject({
        result: 'conflict',
      });
    });

    it('on a provider of another zone than the reservation, which has no claim there either', async () => {
      const { provider: away } = await service.provider(AMPLE, { zone: 'away' });
      await service.provider(AMPLE, { zone: 'home' });
      const order = { 'provider-id': away, 'reservation-id': await held('home', { ...AMPLE, cores: 2 }) };
      expect(await boot(service, order)).toMatchObject({
        result: 'conflict',
        message: expect.stringContaining('required cores=1 exceeds available 0'),
      });
      expect(await boot(service, { ...order, flavor: 'm9.gigantic' })).toMatchObject({ result: 'error' });
    });
  });

  describe('error', () => {
    const errors = async (members: object, text: string) =>
      expect(await boot(service, members)).toMatchObject({
        result: 'error',
        message: expect.stringContaining(text),
      });

    it.each(['name', 'image', 'flavor'])('misses %s', (member) =>
      errors({ [member]: undefined }, `must provide '${member}' parameter`),
    );

    it('for ids that are unknown', async () => {
      const id = '01890a5d-ac96-774b-bcce-b302099a8057';
      await errors({ 'reservation-id': id }, 'no reservation found for specified identifier');
      await errors({ 'provider-id': id }, 'provider-id');
    });

    it('for a flavor the provider does not know', async () => {
      const { provider } = await service.provider(AMPLE, { zone: 'flavor' });
      await errors({ 'provider-id': provider, flavor: 'm9.gigantic' }, 'flavor');
    });

    it('for a reservation that has not begun, is cancelled or over, saying which of these it is', async () => {
      await service.provider(AMPLE, { zone: 'inactive' });
      const capacity = { cores: 1, ram: 512, instances: 1 };
      const future = await held('inactive', capacity, fromNow(service, 60));
      const ended = await held('inactive', capacity);
      await service.operation('cancel-reservation', { 'reservation-id': ended });
      const short = await reserved(service, 'inactive', [undefined, fromNow(service, 10)], capacity);
      service.clock.advance(10);
      const now = fromNow(service, 0);
      const why = [
        [future, `it has not begun: it begins at ${fromNow(service, 50)}`],
        [ended, `it was canceled at ${fromNow(service, -10)}`],
        [short, `it ended at ${now}`],
      ];
      for (const [id, text] of why) {
        await errors({ 'reservation-id': id }, `reservation is currently not active: ${text}`);
      }
      service.clock.advance(50);
      expect(await boot(service, { 'reservation-id': future })).toMatchObject({ result: 'ok' });
    });
  });
});
