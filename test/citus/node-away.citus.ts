import { ReservationEntity } from '../../src/allocation/ledger/reservation.entity.js';
import { queryZones } from '../../src/database/across-zones.js';
import { OLDEST_UNTOLD } from '../../src/metrics/telling-metrics.js';
import { CapacityWatermarksRepository } from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { ReservationsRepository } from '../../src/reservations/reservations.repository.js';
import { stored, subscribe, threshold } from '../notifications/told.js';
import { eventually } from '../support/eventually.js';
import { availableCores, hour, reserved } from '../support/readings.js';
import type { RunningService } from '../support/service.js';
import { PATIENCE_MS, WorkerAway } from './worker-away.js';

describe('a worker of the cluster that is away', () => {
  let cluster: WorkerAway;
  let service: RunningService;
  let hit: readonly string[];
  let others: readonly string[];

  beforeAll(async () => {
    cluster = await WorkerAway.start();
    ({ service, hit, others } = cluster);
  }, 60_000);

  afterEach(() => cluster.comeBack(), PATIENCE_MS);

  afterAll(() => cluster.stop());

  const window: readonly [string, string] = [hour(1), hour(2)];

  it('has zones of its own, and leaves some to the other', () => {
    expect(hit.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
  });

  it.each(['refuses connections', 'hangs'] as const)(
    'hurts its own zones only, when it %s',
    async (how) => {
      const free = await availableCores(service, others[0], hour(1));
      const mine = await reserved(service, others[0], window, { cores: 10 });
      const lost = await reserved(service, hit[0], window, { cores: 10 });
      await cluster.goAway(how);
      const metrics = (await service.http.get('/metrics')).text;
      for (const zone of hit) expect(metrics).toContain(`headroom_database_zone_away{zone="${zone}"} 1`);

      const update = { 'reservation-id': mine, capacity: { cores: 20 } };
      expect(await service.operation('update-reservation', update)).toMatchObject({ result: 'ok' });
      expect(await availableCores(service, others[0], hour(1))).toBe(free - 20);
      expect((await service.http.get(`/reservations/${mine}`)).status).toBe(200);
      expect(await service.operation('cancel-reservation', { 'reservation-id': mine })).toMatchObject({
        result: 'ok',
      });
      const anywhere = await service.operation('create-reservation', {
        start: window[0],
        end: window[1],
        capacity: { cores: 1 },
      });
      expect(anywhere).toMatchObject({ result: 'ok' });
      const much = await service.http.post('/create-reservation').send({ capacity: { cores: 1000 } });
      expect(JSON.stringify(much.body)).toContain('database-unavailable');

      const refused = await service.http.get(`/reservations/${lost}`);
      expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      const cancelled = await service.http.post('/cancel-reservation').send({ 'reservation-id': lost });
      expect(JSON.stringify(cancelled.body)).not.toContain('"ok"');
    },
    PATIENCE_MS,
  );

  it('serves a reservation that was moved from one of its zones to another', async () => {
    const moved = await reserved(service, hit[0], window, { cores: 1 });
    const change = { 'reservation-id': moved, zone: others[0] };
    expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    await cluster.goAway();
    expect((await service.http.get(`/reservations/${moved}`)).status).toBe(200);
  });

  // Regression: it was answered as unknown between the commits of the two nodes.
  it('finds a reservation that is on neither node while it moves', async () => {
    const { manager } = service.dataSource;
    const order = { zone: hit[0], capacity: { cores: 1_000 }, wait: true };
    const { 'reservation-id': moving } = await service.operation('create-reservation', order);
    const remove = (zone: string) =>
      manager.query('delete from reservations where zone_id = $1 and id = $2', [zone, moving]);
    const [{ row }] = await manager.query<{ row: object }[]>(
      'select to_json(reservations) as row from reservations where zone_id = $1 and id = $2',
      [hit[0], moving],
    );
    await remove(hit[0]);
    const find = manager.find.bind(manager);
    let looks = 0;
    jest.spyOn(manager, 'find').mockImplementation(async (entity, options) => {
      const found = await find(entity, options);
      if (entity === ReservationEntity && ++looks === 2)
        await manager.query(
          'insert into reservations select * from json_populate_record(null::reservations, $1)',
          [{ ...row, zone_id: others[0] }],
        );
      return found;
    });
    const answer = await service.http.get(`/reservations/${moving}`);
    jest.restoreAllMocks();
    expect(answer.body).toMatchObject({ reservationId: moving, zone: others[0] });
    await remove(others[0]);
  });

  it('tells changes of reservations in other zones, and reconciles their providers', async () => {
    const watch = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const { provider } = await service.provider({ cores: 1 }, { zone: others[0] });
    await cluster.goAway();
    const mine = await reserved(service, others[0], window, { cores: 1 });
    await eventually(async () =>
      expect(await stored(service, watch)).toMatchObject([{ reservationId: mine }]),
    );
    expect(await service.http.post(`/providers/${provider}/reconcile`)).toMatchObject({ status: 200 });
    const soon = service.clock.now() + 1;
    await service.app.get(ReservationChangesRepository).zonesDue(0, soon);
    await service.app.get(ReservationsRepository).dueToLapse(soon, 0);
    await queryZones(service.dataSource.manager, OLDEST_UNTOLD, []);
  });

  it('refuses nothing for good in a process that is started meanwhile', async () => {
    const lost = await reserved(service, hit[0], window, { cores: 1 });
    await cluster.goAway();
    const fresh = await cluster.startAnother();
    try {
      // It can't know the names of the zones there.
      expect((await fresh.http.get('/readyz').expect(200)).body).toEqual({ status: 'ok', zonesAway: 0 });
      for (const body of [{ zone: hit[0], capacity: { cores: 1 } }, { capacity: { cores: 1000 } }]) {
        const refused = await fresh.http.post('/create-reservation').send(body);
        expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      }
      const refused = await fresh.http.get(`/reservations/${lost}`);
      expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      const watermarks = fresh.app.get(CapacityWatermarksRepository);
      const outOfReach = ['', hit[0], others[0]].filter((scope) => watermarks.isOutOfReach(scope));
      expect(outOfReach).toEqual(['', hit[0]]);
      expect(await reserved(fresh, others[0], window, { cores: 1 })).toBeDefined();
    } finally {
      await fresh.stop();
    }
  });

  it('tells each change of capacity once, that of a zone which was away when it is back', async () => {
    const watch = (more: object) =>
      subscribe(service, '/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores', ...more });
    const few = threshold('available', 'lt', 20);
    const from = (cores: number, zone: string) =>
      service.operation('create-reservation', { zone, capacity: { cores } });
    const [mine, other] = [hit.at(-1) ?? '', others.at(-1) ?? ''];
    const whole = await watch({});
    const watching = new Map([
      [mine, await watch({ zoneId: mine, threshold: few })],
      [other, await watch({ zoneId: other, threshold: few })],
    ]);
    const toldOf = async (zone: string) => (await stored(service, watching.get(zone) ?? '')).length;
    await from(85, mine);
    await eventually(async () => expect(await toldOf(mine)).toBe(1));
    await cluster.goAway();
    await from(85, other);
    await eventually(async () => expect(await toldOf(other)).toBe(1));
    const query = () => service.http.get('/capacity/compute/query?computeResourceTypeId=cpuCores');
    expect(await query()).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    await cluster.comeBack();
    await service.provider({ cores: 10 }, { zone: mine });
    await from(6, mine);
    await eventually(async () => expect(await toldOf(mine)).toBe(2));
    expect(await toldOf(other)).toBe(1);
    await eventually(async () => {
      const [last] = (await stored(service, whole)).slice(-1);
      expect(last.capacityInformation).toEqual((await query()).body.capacityInformation);
    });
  });

  it('loses nothing that was acknowledged, and serves its zones when it is back', async () => {
    const kept = await reserved(service, hit[0], window, { cores: 7 });
    await cluster.goAway();
    await cluster.comeBack();
    expect(await service.operation('cancel-reservation', { 'reservation-id': kept })).toMatchObject({
      result: 'ok',
    });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });
});
