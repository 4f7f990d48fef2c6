import {
  availableCores,
  boot,
  capacityAt,
  hour,
  instance,
  reservation,
  reserved,
} from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { service } from '../support/shared-service.js';

describe('POST /cancel-reservation', () => {
  const cancel = (id: unknown) => service.operation('cancel-reservation', { 'reservation-id': id });

  describe('ok', () => {
    it.each([
      ['before its start', hour(8)],
      ['after its start', undefined],
    ])('%s: all of it is available again, its record stays', async (when, start) => {
      await service.provider({ cores: 8 }, { zone: when });
      const id = await reserved(service, when, [start, hour(9)], { cores: 8 });
      expect(await cancel(id)).toEqual({ result: 'ok', message: 'reservation canceled' });
      expect(await availableCores(service, when, hour(8))).toBe(8);
      expect(await reservation(service, id)).toMatchObject({
        state: 'terminated',
        capacity: { cores: 8 },
        ended: '2030-01-01T00:00:00Z',
      });
      expect((await reservation(service, id)).history.length).toBeGreaterThanOrEqual(2);
    });

    it('takes an id with its kind', async () => {
      await service.provider({ cores: 8 }, { zone: 'kind' });
      const id = await reserved(service, 'kind', [hour(8), hour(9)], { cores: 8 });
      expect(await cancel(`ResourceReservation:${id}`)).toMatchObject({ result: 'ok' });
    });

    it('leaves live instances what they use until the end of the reservation, and no longer', async () => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'live' });
      const id = await reserved(service, 'live', [undefined, hour(9)], { cores: 6, ram: 4096, instances: 3 });
      const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
      expect(await cancel(id)).toMatchObject({ result: 'ok' });
      expect(await capacityAt(service, 'live')).toEqual({ cores: 7, ram: 7680, instances: 7 });
      expect(await capacityAt(service, 'live', undefined, 'reserved')).toEqual({
        cores: 0,
        ram: 0,
        instances: 0,
      });
      expect(await availableCores(service, 'live', hour(8))).toBe(7);
      expect(await availableCores(service, 'live', hour(9))).toBe(8);
      expect(await instance(service, booted)).toMatchObject({ end: hour(9) });
      await eventually(async () => expect((await instance(service, booted)).state).toBe('active'));
      expect(await boot(service, { 'reservation-id': id })).toMatchObject({
        result: 'error',
        message: expect.stringMatching(/^reservation is currently not active: it was canceled at /),
      });
      expect(await service.operation('destroy-instance', { 'instance-id': booted })).toMatchObject({
        result: 'ok',
      });
      expect(await availableCores(service, 'live')).toBe(8);
    });
  });

  describe('error', () => {
    it.each([undefined, null])('for a missing id: %p', async (id) => {
      expect(await cancel(id)).toMatchObject({
        result: 'error',
        message: "must provide 'reservation-id' parameter",
      });
    });

    it.each([
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'nonsense',
      'ResourcePool:01890a5d-ac96-774b-bcce-b302099a8057',
    ])('for an unknown id: %s', async (id) => {
      expect(await cancel(id)).toMatchObject({
        result: 'error',
        message: 'no reservation found for specified identifier',
      });
    });

    it('for the id of something else', async () => {
      const { pool, provider } = await service.provider({ cores: 8 }, { zone: 'else' });
      for (const id of [pool, provider]) expect(await cancel(id)).toMatchObject({ result: 'error' });
      expect(await availableCores(service, 'else')).toBe(8);
    });

    it('the second time, and gives nothing back twice', async () => {
      await service.provider({ cores: 8 }, { zone: 'twice' });
      const id = await reserved(service, 'twice', [hour(8), hour(9)], { cores: 5 });
      await cancel(id);
      expect(await cancel(id)).toMatchObject({
        result: 'error',
        message: 'no reservation found for specified identifier',
      });
      expect(await availableCores(service, 'twice', hour(8))).toBe(8);
    });
  });
});
