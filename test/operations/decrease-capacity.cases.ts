import { availableCores, capacityAt, hour, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /decrease-capacity', () => {
  const decrease = (body: object) => service.operation('decrease-capacity', body);

  describe('ok', () => {
    it('takes what is available, in the words clients match on', async () => {
      const { provider } = await service.provider({ cores: 10, ram: 100 }, { zone: 'less' });
      const answer = await decrease({ source: provider, capacity: { cores: '4' } });
      expect(answer).toEqual({
        result: 'ok',
        'pool-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: 'capacity decrease successful',
      });
      expect(await capacityAt(service, 'less', undefined, 'total')).toEqual({ cores: 6, ram: 100 });
    });

    it('holds within its window only, so that downtime can be planned', async () => {
      const { pool } = await service.provider({ cores: 10 }, { zone: 'downtime' });
      await decrease({
        source: `ResourcePool:${pool}`,
        start: hour(9),
        end: hour(10),
        capacity: { cores: 10 },
      });
      const at = (hours: number) => availableCores(service, 'downtime', hour(hours));
      expect([await at(8), await at(9), await at(10)]).toEqual([10, 0, 10]);
    });

    it('leaves no trace in the figures once it is taken back, and binds while it holds', async () => {
      const { provider } = await service.provider({ cores: 100 }, { zone: 'back' });
      await reserve(service, 'back', [hour(9), hour(10)], { cores: 50 });
      const utilization = async () =>
        (
          await service.operation('query-capacity', {
            zone: 'back',
            window: { start: hour(0), end: hour(24) },
          })
        ).utilization.map(({ timestamp, capacity }: any) => [timestamp, capacity]);
      const before = await utilization();
      expect(await decrease({ source: provider, capacity: { cores: 50 } })).toMatchObject({ result: 'ok' });
      expect(await reserve(service, 'back', [hour(11), hour(12)], { cores: 51 })).toMatchObject({
        result: 'conflict',
      });
      expect(await reserve(service, 'back', [hour(9), hour(10)], { cores: 1 })).toMatchObject({
        result: 'conflict',
      });
      await service.operation('increase-capacity', { source: provider, capacity: { cores: 50 } });
      expect(await utilization()).toEqual(before);
    });
  });

  describe('conflict', () => {
    it('names the first instant and the shortfall, and changes nothing', async () => {
      const { provider } = await service.provider({ cores: 10, ram: 1000 }, { zone: 'promised' });
      await reserve(service, 'promised', [hour(12), hour(14)], { cores: 6, ram: 600 });
      await reserve(service, 'promised', [hour(15), hour(16)], { cores: 9 });
      const answer = await decrease({
        source: provider,
        start: hour(10),
        end: hour(20),
        capacity: { cores: 5, ram: 500 },
      });
      expect(answer).toEqual({
        result: 'conflict',
        message:
          `requested cores=5 exceeds available 4 between ${hour(12)} and ${hour(14)}; ` +
          `requested ram=500 exceeds available 400 between ${hour(12)} and ${hour(14)}`,
        offer: expect.objectContaining({ maxCapacity: { cores: 1, ram: 400 } }),
      });
      expect(await capacityAt(service, 'promised', hour(11), 'total')).toEqual({ cores: 10, ram: 1000 });
      const fitting = {
        source: provider,
        start: hour(10),
        end: hour(20),
        capacity: answer.offer.maxCapacity,
      };
      expect(await decrease(fitting)).toMatchObject({ result: 'ok' });
    });

    it('where the source never had the class', async () => {
      const { provider } = await service.provider({ cores: 10 }, { zone: 'never' });
      expect(await decrease({ source: provider, capacity: { volumes: 1 } })).toMatchObject({
        result: 'conflict',
        message: expect.stringContaining('requested volumes=1 exceeds available 0'),
      });
    });

    it('where another provider of the zone has room but this one does not', async () => {
      const { provider } = await service.provider({ cores: 2 }, { zone: 'own' });
      await service.provider({ cores: 50 }, { zone: 'own' });
      expect(await decrease({ source: provider, capacity: { cores: 3 } })).toMatchObject({
        result: 'conflict',
      });
    });

    it('also with force where the total itself would be less than nothing', async () => {
      const { provider } = await service.provider({ cores: 2 }, { zone: 'nothing' });
      expect(await decrease({ source: provider, capacity: { cores: 3 }, force: true })).toMatchObject({
        result: 'conflict',
      });
      expect(await capacityAt(service, 'nothing', undefined, 'total')).toEqual({ cores: 2 });
    });
  });

  describe('error', () => {
    it('for a source that is unknown or missing', async () => {
      const source = 'ResourcePool:01890a5d-ac96-774b-bcce-b302099a8057';
      const unknown = await decrease({ source, capacity: { cores: 1 } });
      expect(unknown).toMatchObject({ result: 'error', message: expect.stringContaining('source') });
      expect(await decrease({ capacity: { cores: 1 } })).toMatchObject({
        result: 'error',
        message: "must provide 'source' parameter",
      });
    });

    it('for nothing to take, and for a window that is none', async () => {
      const { provider: source } = await service.provider({ cores: 1 }, { zone: 'none' });
      const errors = async (body: object, text: string) =>
        expect(await decrease(body)).toMatchObject({
          result: 'error',
          message: expect.stringContaining(text),
        });
      await errors({ source, capacity: { cores: '0' } }, 'capacity');
      await errors({ source, capacity: { cores: 1 }, start: hour(9), end: hour(8) }, 'end');
      await errors({ source, capacity: { cores: 1 }, force: 'perhaps' }, 'force');
    });
  });
});
