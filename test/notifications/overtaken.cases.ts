import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { changesIn, subscribe, tellWhenAsked, toldTo } from './told.js';

const DAY = 86_400;

const active = ['Reservation status change', { reservationStatus: 'active' }];

describe('overtaken', () => {
  let service: RunningService;
  let all: string;

  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
    await tellWhenAsked(service);
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
  });
  afterAll(() => service.stop());

  /** By reservation: the notifications of different reservations have no order among each other. */
  async function changesOf(reservationId: string): Promise<unknown[]> {
    const bodies = await toldTo(service, all);
    return changesIn(bodies)
      .filter((body) => body.reservationId === reservationId)
      .map(({ changeType, changedReservationData: data }) => [changeType, data]);
  }

  // Regression: changes by the clock were not notified if an admission had meanwhile ended the reservation or moved its times, although the
  // round ended before that admission.
  it('notifies changes by the clock that precede an admission of a later round', async () => {
    const window = { start: fromNow(service, 1_000), end: fromNow(service, 3 * DAY) };
    const ids: string[] = [];
    for (let made = 0; made < 2; made++) {
      const answer = await service.operation('create-reservation', { capacity: { cores: '1' }, ...window });
      ids.push(answer['reservation-id'] as string);
    }
    expect(changesIn(await toldTo(service, all))).toEqual([]);
    service.clock.advance(2 * DAY);
    const endTime = fromNow(service, 2 * DAY);
    await service.operation('cancel-reservation', { 'reservation-id': ids[0] });
    await service.operation('update-reservation', { 'reservation-id': ids[1], end: endTime });
    const [cancelled, updated] = ids;
    expect(await changesOf(cancelled)).toEqual([
      active,
      ['Reservation terminated', { reservationStatus: 'terminated' }],
    ]);
    expect(await changesOf(updated)).toEqual([active, ['Reservation time change', { endTime }]]);
  });
});
