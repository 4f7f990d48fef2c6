import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { changesIn, subscribe, tellWhenAsked, toldTo } from './told.js';

describe('a subscription that is made by a process whose clock is ahead', () => {
  let service: RunningService;
  let ahead: RunningService;
  beforeEach(async () => {
    service = await startService();
    const { database, clock } = service;
    ahead = await startService({ database, clock: new TestClock(clock.instant + 7_200) });
    await service.provider({ cores: 100 }, { zone: 'z1' });
    for (const each of [service, ahead]) await tellWhenAsked(each);
  });
  afterEach(async () => {
    await ahead.stop();
    await service.stop();
  });

  async function reserve(start: number): Promise<void> {
    const window = { start: fromNow(service, start), end: fromNow(service, 50_000) };
    await service.operation('create-reservation', { zone: 'z1', capacity: { cores: '1' }, ...window });
  }

  const subscribeAt = (one: RunningService) => subscribe(one, '/reservation/subscribe', { inputFilter: [] });

  const statesOf = async (id: string) =>
    changesIn(await toldTo(service, id)).map(
      ({ changedReservationData: data }) => (data as Record<string, unknown>).reservationStatus,
    );

  // Regression: the events of the next two hours were left out.
  it.each([
    ['the first', false],
    ['a later', true],
  ])('receives the events of the clock after it, as %s subscription', async (_, isLater) => {
    if (isLater) await subscribeAt(service);
    await reserve(100);
    await service.app.get(TellingWorker).tick();
    service.clock.advance(50);
    const id = await subscribeAt(ahead);
    service.clock.advance(50);
    expect(await statesOf(id)).toEqual(['active']);
  });

  it.each([
    ['the first', false],
    ['a later', true],
  ])('does not receive those before it, as %s subscription', async (_, isLater) => {
    if (isLater) await subscribeAt(service);
    await reserve(100);
    await service.app.get(TellingWorker).tick();
    service.clock.advance(150);
    const id = await subscribeAt(service);
    service.clock.advance(50);
    expect(await statesOf(id)).toEqual([]);
  });
});
