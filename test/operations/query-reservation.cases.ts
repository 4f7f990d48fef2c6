import { InstancesClock } from '../../src/instances/instances-clock.worker.js';
import { boot, hour, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('POST /query-reservation', () => {
  let service: RunningService;
  let early: string;
  let late: string;
  let booted: string;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 8, ram: 8192, instances: 8 });
    early = await reserved(service, 'z1', [undefined, hour(10)], { cores: 2, ram: 1024, instances: 2 });
    late = await reserved(service, 'z1', [hour(12), hour(14)], { cores: 3 });
    booted = (await boot(service, { 'reservation-id': early }))['instance-id'];
    await service.provider({ cores: 8 }, { zone: 'z2' });
  });
  afterAll(() => stopSound(service));

  const query = (body: object) => service.operation('query-reservation', body);

  describe('ok', () => {
    it('lists bare ids and shows what is reserved over time', async () => {
      const response = await service.http
        .post('/query-reservation')
        .send({ zone: 'z1', window: { start: hour(9), end: hour(20) } });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        result: 'ok',
        reservations: [early, late],
        utilization: [
          { timestamp: hour(9), count: 1, capacity: { cores: 1, ram: 512, instances: 1 } },
          { timestamp: hour(10), count: 0, capacity: { cores: 0, ram: 0, instances: 0 } },
          { timestamp: hour(12), count: 1, capacity: { cores: 3, ram: 0, instances: 0 } },
          { timestamp: hour(14), count: 0, capacity: { cores: 0, ram: 0, instances: 0 } },
        ],
      });
    });

    it.each(['window', 'wndow'])('accepts the spelling %s', async (spelling) => {
      const at = async (start: number, end: number, scope?: string) =>
        (await query({ zone: 'z1', [spelling]: { start: hour(start), end: hour(end), scope } })).reservations;
      expect(await at(11, 13)).toEqual([late]);
      expect(await at(12, 14, 'exclusive')).toEqual([late]);
      expect(await at(0, 13, 'exclusive')).toEqual([]);
      expect(await at(15, 16)).toEqual([]);
    });

    it('takes the scope of one spelling with the bounds of the other', async () => {
      const answer = await query({
        zone: 'z1',
        window: { start: hour(0), end: hour(13) },
        wndow: { scope: 'exclusive' },
      });
      expect(answer.reservations).toEqual([]);
    });

    it('answers for the whole service, one zone, or a zone that has none', async () => {
      expect((await query({})).reservations).toEqual([early, late]);
      expect((await query({ zone: 'z1' })).reservations).toEqual([early, late]);
      expect((await query({ zone: 'z2' })).reservations).toEqual([]);
    });

    it('filters by elements, which a reservation has through its instances too', async () => {
      expect((await query({ elements: { some: [booted] } })).reservations).toEqual([early]);
      expect((await query({ elements: { every: [`ResourceAllocation:${booted}`] } })).reservations).toEqual([
        early,
      ]);
    });

    it('leaves out what without names', async () => {
      const window = { start: hour(12), end: hour(13) };
      const answer = await query({ zone: 'z1', without: [`ResourceReservation:${late}`], window });
      expect(answer.reservations).toEqual([]);
      expect(answer.utilization[0].capacity.cores).toBe(0);
    });

    it.each([false, 'False'])('leaves the utilization empty where show-utilization is %p', async (show) => {
      expect(await query({ 'show-utilization': show })).toEqual({
        result: 'ok',
        reservations: [early, late],
        utilization: [],
      });
    });

    it('has no instance that is over, before the instance is marked as deleted too', async () => {
      const own = await startService();
      try {
        await own.provider({ cores: 1, ram: 512, instances: 1 });
        const id = await reserved(own, 'z1', [undefined, hour(10)], { cores: 1, ram: 512, instances: 1 });
        const instance = (await boot(own, { 'reservation-id': id }))['instance-id'];
        const ofInstance = { elements: { some: [instance] }, window: { start: hour(9) } };
        expect((await own.operation('query-reservation', ofInstance)).reservations).toEqual([id]);
        await own.app.get(InstancesClock).onModuleDestroy();
        own.clock.advance(34 * 3600);
        expect((await own.operation('query-reservation', ofInstance)).reservations).toEqual([]);
        const [{ state }] = await own.dataSource.query('select state from instances where id = $1', [
          instance,
        ]);
        expect(['pending', 'active']).toContain(state);
      } finally {
        await stopSound(own);
      }
    });

    it('knows a reservation of Group B', async () => {
      const response = await service.http
        .post('/reservation/compute/create')
        .send({ zoneId: 'z2', startTime: hour(1), computePoolReservation: { numCpuCores: 1 } });
      expect((await query({ zone: 'z2' })).reservations).toEqual([
        response.body.reservationData.reservationId,
      ]);
    });
  });

  describe('error', () => {
    it.each([
      [{ zone: 'atlantis' }, 'zone'],
      [{ wndow: { start: 'soon' } }, 'wndow.start'],
      [{ wndow: { scope: 'both' } }, 'wndow.scope'],
      [{ window: { end: 'late' } }, 'window.end'],
      [{ window: { start: hour(2), end: hour(2) } }, 'window.end must be later'],
      [{ wndow: { start: hour(2), end: hour(2) } }, 'wndow.end must be later'],
      [{ window: { start: hour(2) }, wndow: { end: hour(2) } }, 'wndow.end must be later'],
      [{ limit: 1001 }, 'limit'],
      [{ without: ['nonsense'] }, 'without[0] must be'],
      [{ elements: [] }, 'elements'],
    ])('for %j, naming %s', async (body, field) => {
      const response = await service.http.post('/query-reservation').send(body);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ result: 'error', message: expect.stringContaining(field) });
    });
  });
});
