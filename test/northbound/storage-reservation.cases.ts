import { capacityAt, hour, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('/reservation/storage', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ gigabytes: 1000, volumes: 100, snapshots: 100 });
  });
  afterAll(() => stopSound(service));

  const create = (members: object) =>
    service.http
      .post('/reservation/storage/create')
      .send({ startTime: hour(8), endTime: hour(10), ...members });
  const query = (...ids: string[]) =>
    service.http
      .get('/reservation/storage/query')
      .send({ queryReservationFilter: ids.map((reservationId) => ({ reservationId })) });
  const update = (body: object) => service.http.post('/reservation/storage/update').send(body);
  const pool = { storageSize: 10, numSnapshots: 3, numVolumes: 2 };
  const made = async () =>
    (await create({ storagePoolReservation: pool })).body.reservationData.reservationId as string;

  describe('create', () => {
    it('201 with what is reserved', async () => {
      const { status, body } = await create({
        storagePoolReservation: { storageSize: '10', numSnapshots: '3', numVolumes: 2 },
      });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        startTime: hour(8),
        reservationStatus: 'initialized',
        reservationId: expect.any(String),
        storagePoolReserved: pool,
      });
      expect(await capacityAt(service, 'z1', hour(8), 'reserved')).toEqual({
        gigabytes: 10,
        volumes: 2,
        snapshots: 3,
      });
      expect(
        (await service.http.delete(`/reservation/storage/${body.reservationData.reservationId}`)).status,
      ).toBe(200);
    });

    it('201 for a part of the members; the others are zero', async () => {
      const { body } = await create({ storagePoolReservation: { numVolumes: 1 } });
      expect(body.reservationData.storagePoolReserved).toEqual({
        storageSize: 0,
        numSnapshots: 0,
        numVolumes: 1,
      });
    });

    it.each([
      [{}, '/storagePoolReservation'],
      [{ storagePoolReservation: { storageSize: 0 } }, '/storagePoolReservation'],
      [{ storagePoolReservation: { storageSize: -1 } }, '/storagePoolReservation/storageSize'],
      [{ storagePoolReservation: { numVolumes: 40_000 } }, '/storagePoolReservation/numVolumes'],
      [{ storagePoolReservation: pool, endTime: hour(8) }, '/endTime'],
    ])('400 for %j', async (members, pointer) => {
      const { status, body } = await create(members);
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
    });

    it('404 for an unknown zone', async () => {
      expect((await create({ zoneId: 'atlantis', storagePoolReservation: pool })).status).toBe(404);
    });

    it('409 naming each class that is short, and for one the zone has never had', async () => {
      await service.provider({ gigabytes: 5, volumes: 1 }, { zone: 'few' });
      const { status, body } = await create({ zoneId: 'few', storagePoolReservation: pool });
      expect(status).toBe(409);
      expect(body.detail).toMatch(/storageSize=10 .* 5 .*; .*numVolumes=2 .* 1 .*; .*numSnapshots=3 .* 0 /);
      expect(body.offer.maxCapacity).toHaveProperty('numSnapshots', 0);
    });
  });

  describe('query', () => {
    it('200 with what is reserved', async () => {
      const reservationId = await made();
      const { status, body } = await query(reservationId);
      expect(status).toBe(200);
      expect(body.queryResult).toMatchObject({
        startTime: hour(8),
        reservationStatus: 'initialized',
        reservationId,
        storagePoolReserved: pool,
      });
    });

    it('200 with a list for several, a page for none', async () => {
      const ids = [await made(), await made()];
      expect((await query(...ids)).body.queryResult.map(({ reservationId }: any) => reservationId)).toEqual(
        ids,
      );
      expect((await query()).body.queryResult.length).toBeGreaterThanOrEqual(2);
    });

    it('404 for an unknown id', async () => {
      const { status, body } = await query(UNKNOWN);
      expect([status, body.code]).toEqual([404, 'unknown-reservation']);
    });
  });

  describe('update', () => {
    it('201: merges times and amounts', async () => {
      const reservationId = await made();
      const members = { startTime: hour(9), storagePoolReservation: { numVolumes: 5 } };
      const { status, body } = await update({ reservationId, ...members });
      expect(status).toBe(201);
      expect(body.reservationData).toMatchObject({
        reservationId,
        startTime: hour(9),
        endTime: hour(10),
        storagePoolReserved: { ...pool, numVolumes: 5 },
      });
    });

    it('400 without an id, 404 for an unknown one, 409 where it does not fit', async () => {
      expect((await update({ startTime: hour(9) })).status).toBe(400);
      expect((await update({ reservationId: UNKNOWN })).status).toBe(404);
      const reservationId = await made();
      const { status } = await update({ reservationId, storagePoolReservation: { numVolumes: 101 } });
      expect(status).toBe(409);
      expect((await query(reservationId)).body.queryResult.storagePoolReserved).toEqual(pool);
    });
  });
});
