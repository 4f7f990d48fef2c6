import { capacityAt, hour, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /create-reservation refuses', () => {
  describe('conflict', () => {
    it('says what is short and when, in the order of the classes, and keeps nothing', async () => {
      await service.provider({ cores: 4, ram: 100, instances: 9 }, { zone: 'short' });
      await reserve(service, 'short', [hour(9), hour(10)], { cores: 1 });
      const answer = await reserve(service, 'short', [hour(8), hour(12)], {
        ram: 101,
        instances: 1,
        cores: 4,
      });
      expect(answer).toMatchObject({
        result: 'conflict',
        message:
          `requested cores=4 exceeds available 3 between ${hour(9)} and ${hour(10)}; ` +
          `requested ram=101 exceeds available 100 between ${hour(8)} and ${hour(12)}`,
      });
      expect(answer).not.toHaveProperty('reservation-id');
      expect(await capacityAt(service, 'short', hour(11))).toEqual({ cores: 4, ram: 100, instances: 9 });
    });

    it('leaves cores alone when only ram is short', async () => {
      await service.provider({ cores: 4, ram: 100 }, { zone: 'vector' });
      const answer = await reserve(service, 'vector', [hour(8), hour(9)], { cores: 2, ram: 101 });
      expect(answer).toMatchObject({ result: 'conflict', message: expect.not.stringContaining('cores') });
      expect(await capacityAt(service, 'vector', hour(8))).toEqual({ cores: 4, ram: 100 });
    });

    it('for a class the zone has never had, and for a zone without capacity', async () => {
      await service.provider({ cores: 4 }, { zone: 'untracked' });
      const answer = await reserve(service, 'untracked', [hour(8), hour(9)], { cores: 1, gigabytes: 1 });
      expect(answer).toMatchObject({
        result: 'conflict',
        message: expect.stringContaining('gigabytes=1 exceeds available 0'),
      });
      await service.provider({}, { zone: 'bare' });
      expect(await reserve(service, 'bare', [hour(8), hour(9)], { cores: 1 })).toMatchObject({
        result: 'conflict',
      });
    });

    it('for a window that reaches beyond the pool by a second', async () => {
      await service.provider({ cores: 4 }, { zone: 'ends', start: hour(8), end: hour(9) });
      expect(await reserve(service, 'ends', [hour(8), hour(9)], { cores: 4 })).toMatchObject({
        result: 'ok',
      });
      await service.provider({ cores: 4 }, { zone: 'ends-2', start: hour(8), end: hour(9) });
      const late = hour(9).replace(':00Z', ':01Z');
      expect(await reserve(service, 'ends-2', [hour(8), late], { cores: 1 })).toMatchObject({
        result: 'conflict',
        message: `requested cores=1 exceeds available 0 between ${hour(9)} and ${late}`,
      });
    });
  });

  describe('error', () => {
    const errors = async (body: object, text: string) => {
      const answer = await service.operation('create-reservation', body);
      expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining(text) });
      expect(answer).not.toHaveProperty('reservation-id');
    };

    it('for an unknown zone, naming it', () => errors({ zone: 'atlantis', capacity: { cores: 1 } }, 'zone'));

    it.each([
      {},
      { capacity: {} },
      { capacity: null },
      { capacity: { cores: 0, ram: '0' } },
      { elements: [] },
    ])('for nothing to reserve: %j', (body) => errors(body, 'capacity'));
  });

  describe('400', () => {
    it.each(['[]', '"text"', '7', 'null', '{'])('for a body that is no JSON object: %s', async (body) => {
      const response = await service.http
        .post('/create-reservation')
        .set('Content-Type', 'application/json')
        .send(body);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ result: 'error', message: expect.any(String), status: 400 });
    });
  });
});
