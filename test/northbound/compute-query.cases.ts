import { fromNow, hour, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('GET /reservation/compute/query', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 1000, ram: 99_999, instances: 1000, addresses: 100, volumes: 10 });
  });
  afterAll(() => stopSound(service));

  const query = (ids?: readonly unknown[], parameters: object = {}) =>
    service.http
      .get('/reservation/compute/query')
      .query(parameters)
      .send(ids ? { queryReservationFilter: ids.map((reservationId) => ({ reservationId })) } : {});
  const made = (cores: number, start = hour(8), end: string | undefined = hour(9)) =>
    reserved(service, 'z1', [start, end], { cores });

  describe('200', () => {
    it('is an object for one id', async () => {
      const id = await made(3, fromNow(service, 0));
      const { status, body } = await query([id]);
      expect(status).toBe(200);
      expect(body.queryResult).toMatchObject({
        startTime: '2030-01-01T00:00:00Z',
        endTime: hour(9),
        reservationStatus: 'active',
        reservationId: id,
        computePoolReserved: { numCpuCores: 3, numVcInstances: 0, virtualMemSize: 0, zoneId: 'z1' },
      });
      expect((await query([`ResourceReservation:${id}`])).body).toEqual(body);
    });

    it('is a list for several ids, in their order', async () => {
      const ids = [await made(1), await made(2), await made(3)].reverse();
      const { body } = await query(ids);
      expect(body.queryResult.map(({ reservationId }: any) => reservationId)).toEqual(ids);
      expect(body.queryResult.map((result: any) => result.computePoolReserved.numCpuCores)).toEqual([
        3, 2, 1,
      ]);
    });

    it('is a paged list of all for no id', async () => {
      for (let count = 0; count < 12; count++) await made(1);
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const { status, body } = await query(undefined, { limit: 5, cursor });
        expect(status).toBe(200);
        expect(body.queryResult.length).toBeLessThanOrEqual(5);
        all.push(...body.queryResult.map(({ reservationId }: any) => reservationId as string));
        cursor = body.next;
      } while (cursor);
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe((await query([], { limit: 1000 })).body.queryResult.length);
      expect((await query(undefined)).body.queryResult).toHaveLength(10);
    });

    it('knows a mixed reservation of Group A, in every kind it has something of', async () => {
      const capacity = { cores: 2, addresses: 1 };
      const id = await reserved(service, 'z1', [hour(8), hour(9)], capacity);
      expect((await query([id])).body.queryResult.computePoolReserved).toMatchObject({ numCpuCores: 2 });
      const filter = { queryReservationFilter: [{ reservationId: id }] };
      const network = await service.http.get('/reservation/network/query').send(filter);
      expect(network.body.queryResult.publicIps).toHaveLength(1);
      expect((await service.http.get('/reservation/storage/query').send(filter)).status).toBe(404);
    });

    it('says initialized, then active, as the clock has it', async () => {
      const id = await made(1, fromNow(service, 10), fromNow(service, 20));
      const status = async () => (await query([id])).body.queryResult?.reservationStatus;
      expect(await status()).toBe('initialized');
      service.clock.advance(9);
      expect(await status()).toBe('initialized');
      service.clock.advance(1);
      expect(await status()).toBe('active');
      service.clock.advance(9);
      expect(await status()).toBe('active');
      service.clock.advance(1);
      expect((await query([id])).status).toBe(404);
    });
  });

  describe('404', () => {
    it.each([UNKNOWN, 'nonsense', `ResourcePool:${UNKNOWN}`])('for an unknown id: %s', async (id) => {
      const { status, body } = await query([id]);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        status: 404,
        code: 'unknown-reservation',
        detail: 'no reservation found for specified identifier',
      });
    });

    it('for any unknown id among known ones', async () => {
      expect((await query([await made(1), UNKNOWN])).status).toBe(404);
    });

    it('for an id of another kind, and for one that was terminated', async () => {
      const volumes = await reserved(service, 'z1', [hour(8), hour(9)], { volumes: 1 });
      expect((await query([volumes])).status).toBe(404);
      const id = await made(1);
      await service.http.delete(`/reservation/compute/${id}`);
      expect((await query([id])).status).toBe(404);
    });
  });

  it.each([
    { queryReservationFilter: 'all' },
    { queryReservationFilter: [{}] },
    { queryReservationFilter: [7] },
  ])('400 for %j', async (filter) => {
    const { status, body } = await service.http.get('/reservation/compute/query').send(filter);
    expect([status, body.errors[0].pointer]).toEqual([
      400,
      expect.stringContaining('/queryReservationFilter'),
    ]);
  });
});
