import { SearchBudget, STEPS_OF_MANY } from '../../src/allocation/placement/unit-search.js';
import { alone, fromNow, reserved, statesOf } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { DAY, day, fullZones, newZone, OK } from './full-zones.js';

/** Copies of a waiting reservation, younger than it, with containers that hardly compress: 300 KiB each. */
const COPY = `
insert into reservations
select (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'created_at', r.created_at + interval '1 second', 'containers', many.containers))).*
  from reservations r,
       lateral (select jsonb_agg(jsonb_build_object('amounts', '{"cores": 1}'::jsonb, 'description', jsonb_build_object(
                         'containerId', md5(n::text || r.id) || md5('b' || n)))) as containers
                  from generate_series(1, 2000) n) many,
       generate_series(1, $2::int)
 where r.id = $1`;

// Regression: a thousand waiting reservations of a thousand containers each made every cancellation in the zone fail.
describe('large waiting reservations', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const { cancel, waiting, fullZone } = fullZones(() => service);

  it('are tried only as far as a batch can read them, the oldest first', async () => {
    const { zone, blocker } = await fullZone();
    const [oldest, large] = [await waiting(zone, 4), await waiting(zone, 11)];
    service.clock.advance(2);
    const youngest = await waiting(zone, 4);
    // In parts: a statement has ten seconds, also on a busy machine.
    for (let part = 0; part < 6; part++) await service.dataSource.query(COPY, [large, 5]);
    // The service forgets what it knew of the zone.
    const other = await startService({ database: service.database, clock: service.clock });
    try {
      await other.operation('cancel-reservation', { 'reservation-id': blocker });
      expect(await statesOf(service, [oldest, large, youngest])).toEqual(['active', 'waiting', 'waiting']);
      await service.dataSource.query(`delete from reservations where jsonb_array_length(containers) = 2000`);
      expect(await cancel(oldest)).toMatchObject(OK);
      expect(await statesOf(service, [large, youngest])).toEqual(['waiting', 'active']);
    } finally {
      await other.stop();
    }
  });

  it('count as several of those that may wait', () =>
    alone(
      async (own) => {
        await own.provider({ cores: 1, instances: 2 });
        const wait = (containers: number) =>
          own.http.post('/reservation/compute/create').send({
            endTime: fromNow(own, DAY),
            wait: true,
            virtualizationContainerReservation: Array.from({ length: containers }, (_, index) => ({
              containerId: `${'c'.repeat(190)}${index}`,
            })),
          });
        const { body } = await wait(100).expect(400);
        expect(body).toMatchObject({
          code: 'policy-violated',
          detail: expect.stringContaining('this one counts as 26 because it is large'),
        });
        await wait(30).expect(201);
        await wait(30).expect(400);
        await wait(3).expect(201);
      },
      { environment: { WAIT_LIMIT: '10' } },
    ));

  // Regression: the limit was checked only for new ones, which then grew without it.
  it('count as several after an update or a move as well', () =>
    alone(
      async (own) => {
        for (const zone of ['here', 'there']) await own.provider({ cores: 1, instances: 2 }, { zone });
        const containers = (count: number) => ({
          virtualizationContainerReservation: Array.from({ length: count }, (_, index) => ({
            containerId: `${'c'.repeat(190)}${index}`,
          })),
        });
        const wait = { zoneId: 'here', endTime: fromNow(own, DAY), wait: true, ...containers(3) };
        const { body } = await own.http.post('/reservation/compute/create').send(wait).expect(201);
        const reservationId = body.reservationData.reservationId as string;
        const update = (change: object) =>
          own.http.post('/reservation/compute/update').send({ reservationId, ...change });
        const refused = (pointer: string) => ({
          code: 'policy-violated',
          detail: expect.stringContaining('this one counts as 26 because it is large'),
          errors: [{ pointer }],
        });
        const grown = await update(containers(100)).expect(400);
        expect(grown.body).toMatchObject(refused('/reservationId'));
        const moved = await update({ zoneId: 'there', ...containers(100) }).expect(400);
        expect(moved.body).toMatchObject(refused('/zoneId'));
        const labels = Object.fromEntries(
          Array.from({ length: 32 }, (_, index) => [`label-${index}`, 'x'.repeat(255)]),
        );
        expect((await update({ labels }).expect(201)).status).toBe(201);
        const { body: full } = await update({ ...containers(10) }).expect(400);
        expect(full).toMatchObject({ detail: expect.stringContaining('counts as 11') });
        await update({ labels: null, ...containers(30) }).expect(201);
        expect((await update({ labels }).expect(400)).body).toMatchObject({ code: 'policy-violated' });
        await update({ zoneId: 'there' }).expect(201);
      },
      { environment: { WAIT_LIMIT: '10' } },
    ));

  // Regression: each had all the steps of a search, so hundreds of them held the process up for seconds at each cancellation.
  it('share the steps of one search among those that hardly fit', async () => {
    const zone = newZone();
    const all = { cores: 100, ram: 1_000_000, instances: 100 };
    for (let providers = 0; providers < 8; providers++) await service.provider(all, { zone });
    const blocker = await reserved(service, zone, day(service), { cores: 800 });
    // Nine of these are less than the zone has, and no two of them fit one provider.
    const containers = Array.from({ length: 9 }, (_, index) => ({
      containerFlavor: { virtualCpu: { numVirtualCpu: 51 + index } },
    }));
    const wait = { zoneId: zone, endTime: fromNow(service, DAY), wait: true };
    for (let waits = 0; waits < 20; waits++)
      await service.http
        .post('/reservation/compute/create')
        .send({ ...wait, virtualizationContainerReservation: containers })
        .expect(201);
    const steps = jest.spyOn(SearchBudget.prototype, 'take');
    const small = await waiting(zone, 1);
    expect(await cancel(blocker)).toMatchObject(OK);
    expect(steps.mock.calls.length).toBeLessThan(2 * STEPS_OF_MANY);
    expect(await statesOf(service, [small])).toEqual(['active']);
    steps.mockRestore();
  });
});
