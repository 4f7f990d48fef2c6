import { fromNow, reservation, statesOf } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const DAY = 86_400;
const OK = { result: 'ok' };

// Regression: after an operator had lowered a limit, a reservation beyond it could only be cancelled.
describe('limits that an operator has lowered', () => {
  let database: TestDatabase;
  let service: RunningService;
  let provider: string;
  let long: string;
  let large: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const before = await startService({ database });
    await before.provider({ cores: 100, instances: 10 }, { zone: 'z2' });
    ({ provider } = await before.provider({ cores: 100, instances: 10 }));
    const start = fromNow(before, DAY);
    long = await reserve(before, { start, end: fromNow(before, 4 * DAY), capacity: { cores: 4 } });
    large = await reserve(before, {
      start: fromNow(before, 5 * DAY),
      end: fromNow(before, 5.5 * DAY),
      capacity: { cores: 8 },
    });
    await before.app.close();
    service = await startService({
      database,
      clock: before.clock,
      environment: {
        TENANT_LIMITS: 'cores:6,instances:2',
        TENANT_LIMITS_ALL_ZONES: 'cores:6',
        MAX_RESERVATION_SECONDS: String(DAY),
        MAX_START_AHEAD_SECONDS: String(DAY / 2),
        MAX_END_AHEAD_SECONDS: String(DAY / 2),
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  async function reserve(at: RunningService, body: object): Promise<string> {
    const request = at.http.post('/create-reservation').set('Headroom-Tenant', 'red');
    return (await request.send({ zone: 'z1', ...body })).body['reservation-id'] as string;
  }

  const update = (id: string, change: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...change });

  it('refuse a change that takes more, in the member that says so', async () => {
    const refused = (message: string) => ({ result: 'error', message: expect.stringContaining(message) });
    const later = fromNow(service, 4 * DAY + 1);
    expect(await update(long, { end: later })).toMatchObject(refused('end must not lie more than'));
    const earlier = { start: fromNow(service, DAY - 1) };
    expect(await update(long, earlier)).toMatchObject(refused('end must not lie more than'));
    expect(await update(large, { end: fromNow(service, 5.5 * DAY + 1) })).toMatchObject(
      refused('end must not lie more than'),
    );
    expect(await update(large, { capacity: { cores: 9 } })).toMatchObject(
      refused('capacity.cores: the tenant would hold 9'),
    );
    expect(await update(large, { capacity: { instances: 3 } })).toMatchObject(
      refused('capacity.instances: the tenant would hold 3'),
    );
  });

  it.each<[string, () => string, () => object]>([
    ['an expiry', () => long, () => ({ expiry: 600 })],
    ['elements', () => long, () => ({ elements: [provider] })],
    ['another class', () => long, () => ({ capacity: { instances: 2 } })],
    ['less', () => long, () => ({ capacity: { cores: 3 } })],
    ['an earlier end', () => long, () => ({ end: fromNow(service, 3 * DAY) })],
    ['a later start', () => long, () => ({ start: fromNow(service, DAY), end: fromNow(service, 2.5 * DAY) })],
    ['less of what exceeds the limit of the tenant', () => large, () => ({ capacity: { cores: 7 } })],
    ['a shorter window of it', () => large, () => ({ end: fromNow(service, 5.25 * DAY) })],
  ])('allow %s', async (_name, id, change) => {
    expect(await update(id(), change())).toMatchObject(OK);
  });

  it('allow a move, but for the limits of the zone that it enters', async () => {
    expect(await update(large, { zone: 'z2' })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('capacity.cores: the tenant would hold 7 at'),
    });
    expect(await update(large, { zone: 'z2', capacity: { cores: 6 } })).toMatchObject(OK);
    expect(await reservation(service, large)).toMatchObject({ zone: 'z2', capacity: { cores: 6 } });
    expect(await statesOf(service, [large])).toEqual(['initialized']);
  });

  it('name each class beyond them', async () => {
    const body = { zone: 'z1', end: fromNow(service, 3_600), capacity: { cores: 7, instances: 3 } };
    const answer = await service.http.post('/create-reservation').set('Headroom-Tenant', 'blue').send(body);
    expect(answer.body).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/capacity\.cores: .* hold 7 at .*; capacity\.instances: .* hold 3 at /),
    });
    const { errors } = answer.body as { errors: { pointer: string }[] };
    expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(
      new Set(['/capacity/cores', '/capacity/instances']),
    );
  });
});
