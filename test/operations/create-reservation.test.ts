import {
  alone,
  availableCores,
  capacityAt,
  hour,
  reservation,
  reserve,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('POST /create-reservation', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  describe('ok', () => {
    it('answers an id, in the words clients match on, and holds the amounts in the window', async () => {
      await service.provider({ cores: 10, ram: 1000, instances: 5 }, { zone: 'held' });
      const capacity = { cores: '4', ram: '600', instances: '2', addresses: '0' };
      expect(await reserve(service, 'held', [hour(9), hour(10)], capacity)).toEqual({
        result: 'ok',
        'reservation-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: 'reservation request accepted',
      });
      expect(await capacityAt(service, 'held', hour(9))).toEqual({ cores: 6, ram: 400, instances: 3 });
      expect(await capacityAt(service, 'held', hour(9), 'reserved')).toEqual({
        cores: 4,
        ram: 600,
        instances: 2,
      });
      expect([
        await availableCores(service, 'held', hour(8)),
        await availableCores(service, 'held', hour(10)),
      ]).toEqual([10, 10]);
    });

    it.each([undefined, null, 0, '0'])(
      'starts now where start is %p, and has no end where none is given',
      async (start) => {
        const zone = `now-${String(start)}-${typeof start}`;
        await service.provider({ cores: 10 }, { zone });
        const made = await service.operation('create-reservation', { zone, start, capacity: { cores: 3 } });
        expect(made).toMatchObject({ result: 'ok' });
        expect(await reservation(service, made['reservation-id'])).toMatchObject({
          state: 'active',
          start: '2030-01-01T00:00:00Z',
        });
        expect(await availableCores(service, zone, '3000-01-01T00:00:00Z')).toBe(7);
      },
    );

    it('takes a start in the past as from now', async () => {
      await service.provider({ cores: 10 }, { zone: 'past' });
      const made = await reserve(service, 'past', ['2020-01-01T00:00:00Z', hour(9)], { cores: 3 });
      expect(made).toMatchObject({ result: 'ok' });
      expect(await reservation(service, made['reservation-id'])).toMatchObject({
        start: '2030-01-01T00:00:00Z',
      });
    });

    it('takes members it does not know, and members that are null', async () => {
      await service.provider({ cores: 10 }, { zone: 'odd' });
      const odd = { colour: 'red', elements: null };
      expect(
        await reserve(service, 'odd', [undefined, undefined], { cores: 1, sunshine: 4 }, odd),
      ).toMatchObject({ result: 'ok' });
    });

    it('goes to the zone with the most room that fits where none is named', () =>
      alone(async (other) => {
        await other.provider({ cores: 4 }, { zone: 'small' });
        await other.provider({ cores: 9 }, { zone: 'large' });
        const zones: string[] = [];
        for (let count = 0; count < 3; count++) {
          const made = await other.operation('create-reservation', { capacity: { cores: 4 } });
          zones.push((await reservation(other, made['reservation-id'])).zone as string);
        }
        // The last zone asked had only just the room; no refusal while any zone fits.
        expect(zones.sort()).toEqual(['large', 'large', 'small']);
        expect(await other.operation('create-reservation', { capacity: { cores: 4 } })).toMatchObject({
          result: 'conflict',
        });
      }));
  });

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
