import { combineNeeds, type Needs } from '../../src/allocation/admission/needs.js';
import { HELD_CHUNK } from '../../src/allocation/ledger/counted-reservations.js';
import { snapshotStatement } from '../../src/allocation/ledger/snapshot.statement.js';
import { timestamp } from '../../src/database/columns.js';
import { describeOnServer } from '../support/cluster.js';
import { reserved } from '../support/readings.js';
import { rowsOf, runNodes } from '../support/run-plans.js';
import { startService, type RunningService } from '../support/service.js';

const MANY = 3_000;

/** Copies of a reservation with other values in some columns. */
const COPY = `
insert into reservations
select (jsonb_populate_record(r, $3::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
  from reservations r, generate_series(1, $2::int)
 where r.id = $1`;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

describeOnServer('a zone with many reservations', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService({ tampersWithLedger: true });
    const { dataSource, clock } = service;
    await service.provider({ cores: 10 });
    const { 'reservation-id': id } = await service.operation('create-reservation', {
      capacity: { cores: 1 },
    });
    const heldUntil = timestamp(clock.now() + 60);
    for (const [count, columns] of [
      [MANY, { tenant: 'blue', held_until: heldUntil }],
      [MANY, { tenant: 'blue', status: 'waiting' }],
      [3, { tenant: 'red', held_until: heldUntil }],
      [4, { tenant: 'red', status: 'waiting' }],
    ] as const)
      await dataSource.query(COPY, [id, count, columns]);
    await dataSource.query('analyze reservations');
  });
  afterAll(() => service.stop());

  const plansOf = (text: string, values: unknown[]) => runNodes(service.dataSource, text, values);

  // Regression: a request to hold, or to wait, read what all callers held, or let wait, in the zone.
  it.each<[string, Needs, object]>([
    [
      'holds',
      { holdsOf: ['red'] },
      { holds: { red: [expect.any(String), expect.any(String), expect.any(String)] } },
    ],
    ['waits', { waitsOf: ['red'] }, { waits: { red: 4 } }],
  ])('counts the %s of a caller without those of others', async (_, needs, found) => {
    const { statement, values } = snapshotStatement('z1', 0, combineNeeds([needs]), service.clock.now());
    expect(await service.dataSource.query(statement.text, values)).toMatchObject([found]);
    expect(Math.max(...(await plansOf(statement.text, values)).map(rowsOf))).toBeLessThan(50);
  });

  // Regression: where all reservations of a tenant had one end, each chunk read and sorted all that were left.
  it('is read on from a reservation with the same end as all others', async () => {
    const nodes = await plansOf(HELD_CHUNK, ['blue', 'infinity', LAST_ID, 'z1']);
    expect(Math.max(...nodes.map(rowsOf))).toBeLessThan(50);
  });

  // Regression: a reservation could not be cancelled, and its zone was held up for ten seconds each time, where some thousands with
  // many containers protected it.
  it('is read without the containers and other elements of those that protect an element', async () => {
    await service.provider({ cores: 10, ram: 10, instances: 10 }, { zone: 'protected' });
    const [id, other] = [
      await reserved(service, 'protected', [undefined, undefined], { cores: 1 }),
      await reserved(service, 'protected', [undefined, undefined], { cores: 1 }),
    ];
    const elements = [id, other].map((element) => `ResourceReservation:${element}`);
    const containerFlavor = { virtualCpu: { numVirtualCpu: 1 }, virtualMemory: { virtualMemSize: 1 } };
    const virtualizationContainerReservation = [{ containerId: 'c', containerFlavor }];
    const { body } = await service.http
      .post('/reservation/compute/create')
      .send({ zoneId: 'protected', virtualizationContainerReservation });
    const { reservationId } = body.reservationData;
    expect(
      await service.operation('update-reservation', { 'reservation-id': reservationId, elements }),
    ).toMatchObject({ result: 'ok' });

    const needs = combineNeeds([{ protectorsOf: elements.slice(0, 1) }]);
    const { statement, values } = snapshotStatement('protected', 0, needs, service.clock.now());
    const [{ protectors }] = await service.dataSource.query(statement.text, values);
    expect(protectors).toMatchObject([{ id: reservationId, elements: elements.slice(0, 1) }]);
    expect(protectors[0]).not.toHaveProperty('containers');
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'conflict',
    });
    await service.operation('cancel-reservation', { 'reservation-id': reservationId });
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'ok',
    });
  });
});
