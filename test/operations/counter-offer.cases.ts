import { hour, reserve, second } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('the counter-offer of a conflict', () => {
  describe('maxCapacity', () => {
    it('is the most that fits in the window: asked for as it stands, it is admitted, and nothing beside it', async () => {
      await service.provider({ cores: 10, ram: 1000, instances: 8 }, { zone: 'most' });
      await reserve(service, 'most', [hour(9), hour(10)], { cores: 7 });
      const window = [hour(8), hour(12)] as const;
      const refused = await reserve(service, 'most', window, { cores: 4, ram: 500, instances: 2 });
      expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 3 } } });
      expect(await reserve(service, 'most', window, refused.offer.maxCapacity)).toMatchObject({
        result: 'ok',
      });
      expect(await reserve(service, 'most', window, { cores: 1 })).toMatchObject({ result: 'conflict' });
    });

    it('is nothing, class by class, where nothing fits', async () => {
      await service.provider({ cores: 1 }, { zone: 'full' });
      await reserve(service, 'full', [undefined, undefined], { cores: 1 });
      const refused = await reserve(service, 'full', [hour(8), hour(9)], { cores: 1, volumes: 2 });
      expect(refused.offer).toEqual({ maxCapacity: { cores: 0, volumes: 0 } });
    });

    it('spans providers where the demand may be split', async () => {
      await service.provider({ cores: 3 }, { zone: 'split' });
      await service.provider({ cores: 4 }, { zone: 'split' });
      const refused = await reserve(service, 'split', [hour(8), hour(9)], { cores: 8 });
      expect(refused.offer.maxCapacity).toEqual({ cores: 7 });
      expect(await reserve(service, 'split', [hour(8), hour(9)], { cores: 7 })).toMatchObject({
        result: 'ok',
      });
    });
  });

  describe('nextWindow', () => {
    const nextStart = async (
      zone: string,
      from: number,
      length: number,
      cores: number,
    ): Promise<string | undefined> => {
      const refused = await reserve(service, zone, [second(from), second(from + length)], { cores });
      expect(refused.result).toBe('conflict');
      return refused.offer.nextWindow?.start as string | undefined;
    };

    it('is the earliest window of the same length in which the whole demand fits', async () => {
      await service.provider({ cores: 10 }, { zone: 'next' });
      await reserve(service, 'next', [second(1), second(1001)], { cores: 5 });
      await reserve(service, 'next', [second(2000), second(3001)], { cores: 10 });
      expect(await nextStart('next', 0, 10, 9)).toBe(second(1001));
      expect(await nextStart('next', 1001, 1000, 9)).toBe(second(3001));
      expect(await nextStart('next', 1999, 2, 1)).toBe(second(3001));
    });

    it('is absent where there is none', async () => {
      await service.provider({ cores: 4 }, { zone: 'never' });
      expect(await nextStart('never', 0, 10, 5)).toBeUndefined();
      await service.provider({ cores: 9 }, { zone: 'closing', start: second(0), end: second(100) });
      await reserve(service, 'closing', [second(0), second(95)], { cores: 1 });
      expect(await nextStart('closing', 0, 10, 9)).toBeUndefined();
    });

    it('serves "as soon as possible": taken as offered, the next one lies behind what is taken', async () => {
      await service.provider({ cores: 1 }, { zone: 'soon' });
      await reserve(service, 'soon', [undefined, hour(15)], { cores: 1 });
      await reserve(service, 'soon', [hour(16), hour(17)], { cores: 1 });
      const ask = async () =>
        (await reserve(service, 'soon', [hour(14), hour(15)], { cores: 1 })).offer.nextWindow;
      const first = await ask();
      expect(first).toEqual({ start: hour(15), end: hour(16) });
      expect(await reserve(service, 'soon', [first.start, first.end], { cores: 1 })).toMatchObject({
        result: 'ok',
      });
      expect(await ask()).toEqual({ start: hour(17), end: hour(18) });
    });

    it('has an open end where the demand has one', async () => {
      await service.provider({ cores: 1 }, { zone: 'open' });
      await reserve(service, 'open', [hour(8), hour(9)], { cores: 1 });
      const refused = await reserve(service, 'open', [undefined, undefined], { cores: 1 });
      expect(refused.offer).toEqual({ maxCapacity: { cores: 0 }, nextWindow: { start: hour(9) } });
    });

    it('finds a window that needs more than one provider', async () => {
      for (const zone of ['both', 'both']) await service.provider({ cores: 2, instances: 9 }, { zone });
      await reserve(service, 'both', [second(0), second(50)], { cores: 1, instances: 1 });
      const refused = await reserve(service, 'both', [second(0), second(10)], { cores: 4, instances: 2 });
      expect(refused.offer.nextWindow).toEqual({ start: second(50), end: second(60) });
    });
  });

  it('comes with a refused update and a refused instance too', async () => {
    const pool = { cores: 4, ram: 8192, instances: 4 };
    const { provider } = await service.provider(pool, { zone: 'others' });
    const made = await reserve(service, 'others', [hour(8), hour(9)], { cores: 3 });
    await reserve(service, 'others', [hour(8), hour(10)], { cores: 1 });
    const update = { 'reservation-id': made['reservation-id'], capacity: { cores: 4 } };
    expect(await service.operation('update-reservation', update)).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 3 }, nextWindow: { start: hour(10), end: hour(11) } },
    });
    const order = { 'provider-id': provider, name: 'big', image: 'debian-13', flavor: 'm1.large' };
    expect(await service.operation('create-instance', order)).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 0 }, nextWindow: { start: hour(10) } },
    });
  });
});
