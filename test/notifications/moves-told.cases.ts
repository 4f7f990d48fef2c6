import { Outbox } from '../../src/notifications/outbox.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, toldTo, UNHURRIED } from './told.js';

const active: [string, object] = ['Reservation status change', { reservationStatus: 'active' }];
const movedTo = (zoneId: string): [string, object] => [
  'Reservation resource change',
  { zoneId, computePoolReserved: { zoneId } },
];

const created: [string, object] = [
  'Reservation created',
  expect.objectContaining({ reservationStatus: 'initialized', zoneId: 'z1' }),
];

describe('a reservation that moves before all its changes are notified', () => {
  let service: RunningService;
  let all: string;

  beforeAll(async () => {
    service = await startService();
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 100 }, { zone });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
  });

  let made: string[] = [];

  afterEach(async () => {
    for (const id of made) await service.operation('cancel-reservation', { 'reservation-id': id });
    made = [];
    await told();
  });

  async function reserve(start: number, end: number, zone = 'z1'): Promise<string> {
    const window = { start: fromNow(service, start), end: fromNow(service, end) };
    const body = { zone, capacity: { cores: '1' }, ...window };
    const answer = await service.operation('create-reservation', body);
    made.push(answer['reservation-id'] as string);
    return made[made.length - 1];
  }

  async function change(id: string, more: object): Promise<void> {
    const answer = await service.operation('update-reservation', { 'reservation-id': id, ...more });
    expect(answer).toMatchObject({ result: 'ok' });
  }

  /** Change types and changed data, in order. */
  async function told(): Promise<[string, object][]> {
    const bodies = await toldTo(service, all);
    return bodies.map((body) => [body.changeType as string, body.changedReservationData as object]);
  }

  /** In the new zone the reservation starts at the time of the move. */
  function beginningNow(): [string, object] {
    return ['Reservation time change', { startTime: fromNow(service, 0) }];
  }
  it('keeps its creation, start and changes', async () => {
    const id = await reserve(0, 5_000);
    const endTime = fromNow(service, 6_000);
    await change(id, { end: endTime });
    await change(id, { zone: 'z2' });
    expect(await told()).toEqual([created, active, ['Reservation time change', { endTime }], movedTo('z2')]);
  });

  it('keeps all of them at each move, and each is notified once', async () => {
    const id = await reserve(1_000, 5_000);
    await told();
    const ends = [6_000, 7_000, 8_000].map((seconds) => fromNow(service, seconds));
    await change(id, { end: ends[0] });
    await change(id, { zone: 'z2' });
    await change(id, { end: ends[1] });
    await change(id, { zone: 'z1' });
    await change(id, { end: ends[2] });
    const ending = (endTime: string): [string, object] => ['Reservation time change', { endTime }];
    const story = [created, ending(ends[0]), movedTo('z2'), ending(ends[1]), movedTo('z1'), ending(ends[2])];
    expect(await told()).toEqual(story);
    expect(await told()).toEqual(story);
    expect(await service.dataSource.query('select * from reservation_changes')).toEqual([]);
  });

  it('is not notified as created to a newer subscription, even if newer by less than a second', async () => {
    const id = await reserve(1_000, 5_000);
    const younger = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    await change(id, { zone: 'z2' });
    expect(await told()).toEqual([created, movedTo('z2')]);
    const types = (await toldTo(service, younger)).map(({ changeType }) => changeType);
    expect(types).toEqual(['Reservation resource change']);
  });

  it('keeps the changes by the clock', async () => {
    const id = await reserve(1_000, 5_000);
    await told();
    service.clock.advance(1_500);
    await change(id, { zone: 'z2' });
    expect(await told()).toEqual([created, active, beginningNow(), movedTo('z2')]);
  });

  it('does not repeat changes by the clock in its former zone', async () => {
    const id = await reserve(1_000, 5_000);
    service.clock.advance(1_500);
    expect(await told()).toEqual([created, active]);
    await change(id, { zone: 'z2' });
    expect(await told()).toEqual([created, active, beginningNow(), movedTo('z2')]);
  });

  it('is notified as created once while the first evaluation of its zone is under way', async () => {
    await service.provider({ cores: 100 }, { zone: 'z3' });
    const id = await reserve(1_000, 5_000, 'z3');
    const outbox = service.app.get(Outbox);
    const add = outbox.add.bind(outbox);
    let moving: Promise<void> | undefined;
    jest.spyOn(outbox, 'add').mockImplementationOnce(async (...told) => {
      await told[0].query(UNHURRIED);
      moving = change(id, { zone: 'z2' });
      await untilLockIsAwaited(service.database.url);
      return add(...told);
    });
    await told();
    await moving;
    const types = (await told()).map(([type]) => type);
    expect(types).toEqual(['Reservation created', 'Reservation resource change']);
  });

  // Regression: a move waited for the notifications of the zone with both zones locked, and other requests with it.
  it('waits for an evaluation of its zone without keeping the zones locked', async () => {
    const id = await reserve(1_000, 5_000);
    await told();
    await onServer(service.database.url, async (teller) => {
      await teller.query('begin');
      await teller.query(`select from reservation_watermarks where zone_id = 'z1' for update`);
      const moving = change(id, { zone: 'z2' });
      await untilLockIsAwaited(service.database.url);
      const lock = 'select from zones where zone_id = $1 for update nowait';
      await onServer(service.database.url, async (other) => {
        for (const zone of ['z1', 'z2'])
          expect(await other.query(lock, [zone])).toMatchObject({ rowCount: 1 });
      }).finally(() => teller.query('rollback'));
      await moving;
    });
    expect(await told()).toEqual([created, movedTo('z2')]);
  });
});
