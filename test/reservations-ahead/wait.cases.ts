import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { subscribe, toldTo } from '../notifications/told.js';
import {
  availableCores,
  boot,
  capacityAt,
  fromNow,
  reservation,
  reserve,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { day, DAY, fullZones, newZone, OK } from './full-zones.js';
import { startService, type RunningService } from '../support/service.js';

describe('a reservation that waits', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { wait, cancel, update, waiting, fullZone } = fullZones(() => service);

  it('Q1: is like any other if it fits at once', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const answer = await wait(zone, 4);
    expect(answer).toMatchObject(OK);
    expect(answer).not.toHaveProperty('state');
    expect(await availableCores(service, zone)).toBe(6);
  });

  it('Q2: holds nothing, shows in no figure and in no collection', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', claims: [], publicIps: [] });
    expect(await capacityAt(service, zone, fromNow(service, 0), 'reserved')).toMatchObject({ cores: 10 });
    const { reservations } = await service.operation('query-reservation', { zone });
    expect(reservations).toEqual([blocker]);
    const { collections } = await service.operation('query-capacity', { zone, capacity: 'reserved' });
    expect(collections).toEqual([`ResourceReservation:${blocker}`]);
  });

  it('Q3: is admitted by the cancellation that makes room, the oldest first', async () => {
    const { zone, blocker } = await fullZone();
    const ids = [await waiting(zone, 6), await waiting(zone, 6), await waiting(zone, 4)];
    await cancel(blocker);
    // The third passes the second, which no longer fits.
    expect(await statesOf(service, ids)).toEqual(['active', 'waiting', 'active']);
    expect(await availableCores(service, zone)).toBe(0);
  });

  it('Q4: is admitted by a reservation that shrinks', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    await update(blocker, { capacity: { cores: 7 } });
    expect(await statesOf(service, [id])).toEqual(['waiting']);
    await update(blocker, { capacity: { cores: 6 } });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q5: is admitted by more capacity', async () => {
    const { zone, provider } = await fullZone();
    const id = await waiting(zone, 4);
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 4 } });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q6: is admitted by an instance that is destroyed', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 1, ram: 4096, instances: 10 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const id = await waiting(zone, 1);
    await service.operation('destroy-instance', { 'instance-id': instance });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q7: is admitted at the end of a hold, before a request of that second', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, day(service), { cores: 10 }, { hold: 60 });
    const id = await waiting(zone, 10);
    service.clock.advance(60);
    expect(await reserve(service, zone, day(service), { cores: 1 })).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q8: is admitted at the end of a reservation, before a request of that second', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, [undefined, fromNow(service, 100)], { cores: 10 });
    const id = await waiting(zone, 10);
    const end = fromNow(service, DAY);
    service.clock.advance(99);
    expect(await statesOf(service, [id])).toEqual(['waiting']);
    expect(await reserve(service, zone, [undefined, undefined], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
    service.clock.advance(1);
    expect(await reserve(service, zone, [undefined, undefined], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
    // Its start passed while it waited, so it starts at its admission.
    expect(await reservation(service, id)).toMatchObject({
      state: 'active',
      start: fromNow(service, 0),
      end,
    });
  });

  it('Q9: needs no request to be admitted by the clock', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, [undefined, fromNow(service, 100)], { cores: 10 });
    const id = await waiting(zone, 10);
    service.clock.advance(100);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q10: comes after reservations in conflict', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const kept = await reserved(service, zone, day(service), { cores: 5 });
    const id = await waiting(zone, 6);
    const lost = await reserved(service, zone, day(service), { cores: 5 });
    await service.operation('decrease-capacity', { source: provider, capacity: { cores: 5 }, force: true });
    expect(await statesOf(service, [kept, lost, id])).toEqual(['active', 'conflict', 'waiting']);
    await cancel(kept);
    expect(await statesOf(service, [lost, id])).toEqual(['active', 'waiting']);
  });

  it('Q11: is given up at its deadline, and told so', async () => {
    const { zone, blocker } = await fullZone();
    const subscription = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const until = fromNow(service, 60);
    const id = await waiting(zone, 4, { wait: undefined, 'wait-until': until });
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', waitUntil: until });
    service.clock.advance(60);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await cancel(blocker);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await service.app.get(ReservationsClock).tick();
    expect(await cancel(id)).toMatchObject({ result: 'error' });
    const told = await toldTo(service, subscription);
    expect(
      told.filter(({ reservationId }) => reservationId === id).map(({ changeType }) => changeType),
    ).toEqual(['Reservation created', 'Reservation expired']);
  });

  it('Q12: is given up at the end of its window', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4, { end: fromNow(service, 10) });
    service.clock.advance(10);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id])).toEqual(['expired']);
  });

  it('Q13: is listed with those that wait, in the order in which they are tried', async () => {
    const { zone, blocker } = await fullZone();
    const ids = [await waiting(zone, 6), await waiting(zone, 6), await waiting(zone, 6)];
    const listed = async () => {
      const { body } = await service.http.get(`/reservations?zone=${zone}&state=waiting`);
      return body.items.map(({ reservationId }: { reservationId: string }) => reservationId) as string[];
    };
    expect(await listed()).toEqual(ids);
    await cancel(blocker);
    expect(await listed()).toEqual(ids.slice(1));
  });
});
