import { availableCores, fromNow, hour, reservation, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('POST /reservation/compute/update', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const update = (body: object) => service.http.post('/reservation/compute/update').send(body);
  const create = async (zoneId: string, more: object = {}): Promise<string> => {
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: zoneId });
    const pool = { numCpuCores: 4, numVcInstances: 2, virtualMemSize: 2048 };
    const body = { zoneId, startTime: hour(8), endTime: hour(10), computePoolReservation: pool, ...more };
    const response = await service.http.post('/reservation/compute/create').send(body);
    expect(response.status).toBe(201);
    return response.body.reservationData.reservationId as string;
  };

  describe('201', () => {
    it('moves the start and keeps all that is left out', async () => {
      const reservationId = await create('start');
      const { status, body } = await update({ reservationId, startTime: hour(9) });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        reservationId,
        startTime: hour(9),
        endTime: hour(10),
        reservationStatus: 'initialized',
        computePoolReserved: { numCpuCores: 4, numVcInstances: 2, virtualMemSize: 2048, zoneId: 'start' },
      });
      expect(await availableCores(service, 'start', hour(8))).toBe(8);
    });

    it('says active for one that has begun', async () => {
      const reservationId = await create('active', { startTime: undefined });
      const { body } = await update({ reservationId, startTime: '0' });
      expect(body.reservationData).toMatchObject({
        reservationStatus: 'active',
        startTime: '2030-01-01T00:00:00Z',
      });
    });

    it('merges amounts, and clears the end with null', async () => {
      const reservationId = await create('merge');
      const members = { endTime: null, computePoolReservation: { numCpuCores: '6' } };
      const { body } = await update({ reservationId, ...members });
      expect(body.reservationData).not.toHaveProperty('endTime');
      expect(body.reservationData.computePoolReserved).toMatchObject({
        numCpuCores: 6,
        virtualMemSize: 2048,
      });
      expect(await availableCores(service, 'merge', '2999-01-01T00:00:00Z')).toBe(2);
    });

    it('sets an expiry', async () => {
      const reservationId = await create('expiry');
      const { body } = await update({ reservationId, expiryTime: hour(9) });
      expect(body.reservationData).toMatchObject({ expiryTime: hour(9), startTime: hour(8) });
    });
  });

  describe('400', () => {
    it('without a reservationId', async () => {
      const { status, body } = await update({ startTime: hour(8) });
      expect([status, body.errors[0].pointer]).toEqual([400, '/reservationId']);
    });

    it('for a time or an amount that is none, changing nothing', async () => {
      const reservationId = await create('invalid');
      const refused = async (members: object, pointer: string) => {
        const { status, body } = await update({ reservationId, ...members });
        expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
      };
      await refused({ startTime: 'soon' }, '/startTime');
      await refused({ startTime: hour(10) }, '/startTime');
      await refused({ computePoolReservation: { numCpuCores: -1 } }, '/computePoolReservation/numCpuCores');
      expect(await reservation(service, reservationId)).toMatchObject({
        start: hour(8),
        capacity: { cores: 4 },
      });
    });
  });

  describe('404', () => {
    it.each([UNKNOWN, 'nonsense'])('for an unknown id: %s', async (reservationId) => {
      const { status, body } = await update({ reservationId, startTime: hour(8) });
      expect([status, body.code]).toEqual([404, 'unknown-reservation']);
    });

    it('for one of another kind, terminated or expired', async () => {
      const reservationId = await create('kinds');
      for (const kind of ['network', 'storage']) {
        const { status } = await service.http.post(`/reservation/${kind}/update`).send({ reservationId });
        expect(status).toBe(404);
      }
      await service.http.delete(`/reservation/compute/${reservationId}`);
      expect((await update({ reservationId })).status).toBe(404);
      const short = await create('short', { startTime: undefined, endTime: fromNow(service, 5) });
      service.clock.advance(5);
      expect((await update({ reservationId: short })).status).toBe(404);
    });
  });

  it('409 with a counter-offer where it does not fit, changing nothing', async () => {
    const reservationId = await create('full');
    const { status, body } = await update({ reservationId, computePoolReservation: { numCpuCores: 9 } });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'capacity-insufficient', offer: { maxCapacity: { numCpuCores: 8 } } });
    expect(await reservation(service, reservationId)).toMatchObject({ capacity: { cores: 4 } });
    expect(await availableCores(service, 'full', hour(8))).toBe(4);
  });
});
