import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { changesIn, subscribe, tellWhenAsked, toldTo } from './told.js';

describe('a change that is decided in a later second than its round', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 100 }, { zone });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  async function reserve(zone: string): Promise<string> {
    const window = { start: fromNow(service, 0), end: fromNow(service, 5_000) };
    const body = { zone, capacity: { cores: '1' }, ...window };
    const answer = await service.operation('create-reservation', body);
    return answer['reservation-id'] as string;
  }

  // Regression: the round looked at it as of its own second, before the new start of an active reservation that moves.
  it('is told without states that never were', async () => {
    const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const id = await reserve('z1');
    const before = await toldTo(service, all);
    service.clock.advance(10);
    await reserve('z2');
    const changes = service.app.get(ReservationChangesRepository, { strict: false });
    const advanceZoneClock = changes.advanceZoneClock.bind(changes);
    jest.spyOn(changes, 'advanceZoneClock').mockImplementationOnce(async (zoneId, now) => {
      await advanceZoneClock(zoneId, now);
      service.clock.advance(1);
      const answer = await service.operation('update-reservation', { 'reservation-id': id, zone: 'z2' });
      expect(answer).toMatchObject({ result: 'ok' });
    });
    const told = changesIn((await toldTo(service, all)).slice(before.length));
    const ofMoved = told.filter(({ reservationId }) => reservationId === id);
    expect(ofMoved.map(({ changeType, changedReservationData: data }) => [changeType, data])).toEqual([
      ['Reservation time change', { startTime: fromNow(service, 0) }],
      ['Reservation resource change', { zoneId: 'z2', computePoolReserved: { zoneId: 'z2' } }],
    ]);
  });
});
