import { hour, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('/reservation/network', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ addresses: 50, cores: 5 });
  });
  afterAll(() => stopSound(service));

  const create = (members: object) =>
    service.http
      .post('/reservation/network/create')
      .send({ startTime: hour(8), endTime: hour(10), ...members });
  const query = (...ids: string[]) =>
    service.http
      .get('/reservation/network/query')
      .send({ queryReservationFilter: ids.map((reservationId) => ({ reservationId })) });
  const update = (body: object) => service.http.post('/reservation/network/update').send(body);
  const made = async (numPublicIps: unknown) =>
    (await create({ networkReservation: { numPublicIps } })).body.reservationData as Record<string, any>;

  describe('create', () => {
    it('201 with concrete addresses', async () => {
      const { status, body } = await create({ networkReservation: { numPublicIps: '2' } });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        startTime: hour(8),
        reservationStatus: 'initialized',
        reservationId: expect.any(String),
        publicIps: [expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/), expect.any(String)],
      });
      expect(body.reservationData).not.toHaveProperty('computePoolReserved');
      expect(new Set(body.reservationData.publicIps).size).toBe(2);
    });

    it.each([
      [{}, '/networkReservation'],
      [{ networkReservation: {} }, '/networkReservation'],
      [{ networkReservation: { numPublicIps: 0 } }, '/networkReservation'],
      [{ networkReservation: { numPublicIps: 'two' } }, '/networkReservation/numPublicIps'],
      [{ networkReservation: { numPublicIps: 1 }, startTime: hour(10) }, '/endTime'],
    ])('400 for %j', async (members, pointer) => {
      const { status, body } = await create(members);
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
    });

    it('404 for an unknown zone', async () => {
      expect((await create({ zoneId: 'atlantis', networkReservation: { numPublicIps: 1 } })).status).toBe(
        404,
      );
    });

    it('409 with a counter-offer', async () => {
      await service.provider({ addresses: 2 }, { zone: 'few' });
      const { status, body } = await create({ zoneId: 'few', networkReservation: { numPublicIps: 3 } });
      expect(status).toBe(409);
      expect(body).toMatchObject({
        detail: expect.stringContaining('numPublicIps=3'),
        offer: { maxCapacity: { numPublicIps: 2 } },
      });
    });
  });

  describe('query', () => {
    it('200 with the same addresses, every time', async () => {
      const { reservationId, publicIps } = await made(3);
      for (let count = 0; count < 2; count++) {
        const { status, body } = await query(reservationId);
        expect(status).toBe(200);
        expect(body.queryResult).toMatchObject({
          startTime: hour(8),
          reservationStatus: 'initialized',
          reservationId,
          publicIps,
        });
      }
    });

    it('200 with a list for several, a page for none', async () => {
      const ids = [(await made(1)).reservationId, (await made(1)).reservationId] as string[];
      expect((await query(...ids)).body.queryResult).toHaveLength(2);
      const all = (await query()).body.queryResult.map(({ reservationId }: any) => reservationId);
      expect(all).toEqual(expect.arrayContaining(ids));
    });

    it('404 for an unknown id, or one of another kind', async () => {
      expect((await query(UNKNOWN)).status).toBe(404);
      const compute = await service.http
        .post('/reservation/compute/create')
        .send({ computePoolReservation: { numCpuCores: 1 } });
      expect((await query(compute.body.reservationData.reservationId as string)).status).toBe(404);
    });
  });

  describe('update', () => {
    it('201: moves the start, keeps the addresses', async () => {
      const { reservationId, publicIps } = await made(2);
      const { status, body } = await update({ reservationId, startTime: hour(9) });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        reservationId,
        startTime: hour(9),
        endTime: hour(10),
        publicIps,
      });
    });

    it('201: grows by further addresses', async () => {
      const { reservationId, publicIps } = await made(2);
      const { body } = await update({ reservationId, networkReservation: { numPublicIps: 4 } });
      expect(body.reservationData.publicIps).toHaveLength(4);
      expect(body.reservationData.publicIps).toEqual(expect.arrayContaining(publicIps as string[]));
    });

    it('400 without an id, 404 for an unknown one, 409 where it does not fit', async () => {
      expect((await update({ startTime: hour(9) })).status).toBe(400);
      expect((await update({ reservationId: UNKNOWN })).status).toBe(404);
      const { reservationId, publicIps } = await made(1);
      const { status, body } = await update({ reservationId, networkReservation: { numPublicIps: 51 } });
      expect([status, Object.keys(body.offer as object)]).toEqual([
        409,
        expect.arrayContaining(['maxCapacity']),
      ]);
      expect((await query(reservationId as string)).body.queryResult.publicIps).toEqual(publicIps);
    });
  });
});
