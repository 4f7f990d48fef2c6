import {
  availableCores,
  capacityAt,
  fromNow,
  reserve,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { DAY, day, fullZones, newZone, OK } from './full-zones.js';

// Regression: each occurrence of a series, and each hold of a second, let in what then stood in the way of others.
describe('what one decision frees', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { update, waiting } = fullZones(() => service);

  it('goes to nobody before a series is updated to its end', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const start = fromNow(service, DAY);
    const series = await reserve(
      service,
      zone,
      [start, fromNow(service, 2 * DAY)],
      { cores: 10 },
      {
        repeat: 'FREQ=DAILY;COUNT=2',
      },
    );
    expect(series).toMatchObject(OK);
    // The second occurrence loses what it has.
    const loss = { source: provider, capacity: { cores: 4 }, force: true };
    const lost = { ...loss, start: fromNow(service, 2 * DAY), end: fromNow(service, 3 * DAY) };
    expect(await service.operation('decrease-capacity', lost)).toMatchObject(OK);
    const both: [string, string] = [start, fromNow(service, 3 * DAY)];
    const wait = await reserve(service, zone, both, { cores: 4 }, { wait: true });
    expect(wait).toMatchObject({ ...OK, state: 'waiting' });
    const change = { 'series-id': series['series-id'], capacity: { cores: 6 } };
    expect(await service.operation('update-reservation', change)).toMatchObject(OK);
    for (const days of [1, 2]) {
      const there = await capacityAt(service, zone, fromNow(service, days * DAY), 'reserved');
      expect(there).toMatchObject({ cores: 6 });
    }
  });

  it('goes to the one in conflict, which needs both holds that end in a second', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const lost = await reserved(service, zone, day(service), { cores: 10 });
    const change = (direction: string) =>
      service.operation(`${direction}-capacity`, { source: provider, capacity: { cores: 10 }, force: true });
    await change('decrease');
    for (let half = 0; half < 2; half++) {
      await service.operation('increase-capacity', { source: provider, capacity: { cores: 5 } });
      const held = await reserve(service, zone, day(service), { cores: 5 }, { hold: 60 });
      expect(held).toMatchObject(OK);
    }
    const id = await waiting(zone, 5);
    service.clock.advance(60);
    expect(await availableCores(service, zone)).toBe(0);
    expect(await statesOf(service, [lost, id])).toEqual(['active', 'waiting']);
    // It has room of its own only after that.
    expect(await update(lost, { capacity: { cores: 5 } })).toMatchObject(OK);
    expect(await statesOf(service, [lost, id])).toEqual(['active', 'active']);
  });
});
