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
