import { availableCores, capacityAt, hour, reservation, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('POST /reservation/compute/create, pool form', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const create = (body: object) => service.http.post('/reservation/compute/create').send(body);
  const pool = { numCpuCores: 4, numVcInstances: 2, virtualMemSize: 2048 };

  describe('201', () => {
    it('answers what the contract names, always initialized', async () => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'z1' });
      const { status, body } = await create({ startTime: hour(8), computePoolReservation: pool });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        startTime: hour(8),
        reservationStatus: 'initialized',
        reservationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        computePoolReserved: { ...pool, zoneId: 'z1' },
      });
      for (const absent of [
        'endTime',
        'expiryTime',
        'publicIps',
        'storagePoolReserved',
        'virtualizationContainerReserved',
      ]) {
        expect(body.reservationData).not.toHaveProperty(absent);
      }
      expect(await capacityAt(service, 'z1', hour(9))).toEqual({ cores: 4, ram: 6144, instances: 6 });
    });

    it.each([undefined, null, 0, '0'])(
      'starts now where startTime is %p, and still says initialized',
      async (startTime) => {
        const zoneId = `now-${String(startTime)}-${typeof startTime}`;
        await service.provider({ cores: 8 }, { zone: zoneId });
        const { body } = await create({ zoneId, startTime, computePoolReservation: { numCpuCores: '3' } });
        expect(body.reservationData).toMatchObject({
          startTime: '2030-01-01T00:00:00Z',
          reservationStatus: 'initialized',
        });
        expect((await reservation(service, body.reservationData.reservationId)).state).toBe('active');
        expect(await availableCores(service, zoneId)).toBe(5);
      },
    );

    it('takes an end, an expiry and a zone, and answers them', async () => {
      await service.provider({ cores: 8 }, { zone: 'small' });
      const { body } = await create({
        zoneId: 'small',
        startTime: hour(8),
        endTime: hour(10),
        expiryTime: hour(9),
        computePoolReservation: { numCpuCores: 1 },
      });
      expect(body.reservationData).toMatchObject({
        endTime: hour(10),
        expiryTime: hour(9),
        computePoolReserved: { numCpuCores: 1, numVcInstances: 0, virtualMemSize: 0, zoneId: 'small' },
      });
    });

    it('goes to the zone with the most room where none is named', async () => {
      await service.provider({ cores: 30_000 }, { zone: 'huge' });
      const { body } = await create({ startTime: hour(8), computePoolReservation: { numCpuCores: 100 } });
      expect(body.reservationData.computePoolReserved.zoneId).toBe('huge');
    });
  });

  describe('400', () => {
    it.each([
      [{}, 'computePoolReservation'],
      [{ computePoolReservation: {} }, 'computePoolReservation'],
      [{ computePoolReservation: { numCpuCores: 0 } }, 'computePoolReservation'],
      [{ computePoolReservation: 4 }, 'computePoolReservation'],
      [{ computePoolReservation: { numCpuCores: 40_000 } }, 'computePoolReservation/numCpuCores'],
      [{ computePoolReservation: { virtualMemSize: '1.5' } }, 'computePoolReservation/virtualMemSize'],
      [{ computePoolReservation: pool, virtualizationContainerReservation: [] }, 'computePoolReservation'],
      [{ computePoolReservation: pool, startTime: 'soon' }, 'startTime'],
      [{ computePoolReservation: pool, endTime: 7 }, 'endTime'],
      [{ computePoolReservation: pool, startTime: hour(9), endTime: hour(9) }, 'endTime'],
      [{ computePoolReservation: pool, endTime: '2029-01-01T00:00:00Z' }, 'endTime'],
      [{ computePoolReservation: pool, expiryTime: 'later' }, 'expiryTime'],
    ])('for %j, pointing at /%s', async (members, pointer) => {
      const { status, body } = await create({ zoneId: 'z1', ...members });
      expect([status, body.errors.map((error: any) => error.pointer)]).toEqual([400, [`/${pointer}`]]);
    });

    it.each(['[]', '"text"', '{'])('for a body that is no JSON object: %s', async (text) => {
      const { status, body } = await service.http
        .post('/reservation/compute/create')
        .set('Content-Type', 'application/json')
        .send(text);
      expect([status, body.status]).toEqual([400, 400]);
      expect(body).not.toHaveProperty('result');
    });
  });

  it('404 for an unknown zone', async () => {
    const { status, body } = await create({ zoneId: 'atlantis', computePoolReservation: pool });
    expect([status, body.code, body.errors[0].pointer]).toEqual([404, 'unknown-zone', '/zoneId']);
  });

  describe('409', () => {
    it('says what is short and makes a counter-offer, and keeps nothing', async () => {
      await service.provider({ cores: 4, ram: 1024, instances: 4 }, { zone: 'short' });
      await create({
        zoneId: 'short',
        startTime: hour(8),
        endTime: hour(9),
        computePoolReservation: { numCpuCores: 3 },
      });
      const { status, body } = await create({
        zoneId: 'short',
        startTime: hour(8),
        endTime: hour(10),
        computePoolReservation: { numCpuCores: 2 },
      });
      expect(status).toBe(409);
      expect(body).toMatchObject({
        type: expect.any(String),
        title: expect.any(String),
        status: 409,
        code: 'capacity-insufficient',
        detail: `requested numCpuCores=2 exceeds available 1 between ${hour(8)} and ${hour(9)}`,
        offer: { maxCapacity: { numCpuCores: 1 }, nextWindow: { start: hour(9), end: hour(11) } },
      });
      expect(await availableCores(service, 'short', hour(9))).toBe(4);
    });
  });
});
