import { fromNow, reservation, reserved, statesOf, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { day, DAY, fullZones, OK } from './full-zones.js';

const HOUR = 3600;

/** The clock goes on by hours: its own service. */
describe('a waiting reservation that an update admits', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { update, waiting, fullZone } = fullZones(() => service);

  it('begins with its admission, from which its expiry counts for later updates too', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4, { expiry: HOUR });
    service.clock.advance(2 * HOUR);
    expect(await update(blocker, { capacity: { cores: 7 } })).toMatchObject(OK);
    expect(await update(id, { capacity: { cores: 3 } })).toMatchObject(OK);
    const admitted = await reservation(service, id);
    expect(admitted).toMatchObject({
      state: 'active',
      start: fromNow(service, 0),
      expiry: fromNow(service, HOUR),
    });
    expect(await update(id, { capacity: { cores: 2 } })).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ start: admitted.start, expiry: admitted.expiry });
  });

  it('counts an expiry that the update names from its admission too', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    service.clock.advance(2 * HOUR);
    expect(await update(blocker, { capacity: { cores: 7 } })).toMatchObject(OK);
    expect(await update(id, { capacity: { cores: 3 }, expiry: HOUR })).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'active', expiry: fromNow(service, HOUR) });
  });

  it('keeps its start while it waits', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4);
    const { start } = await reservation(service, id);
    service.clock.advance(HOUR);
    expect(await update(id, { capacity: { cores: 3 } })).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', start });
  });
});

describe('an earlier end', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { update, waiting, fullZone } = fullZones(() => service);

  it('ends a hold with the reservation', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4, { 'wait-until': fromNow(service, 3 * HOUR) });
    expect(await update(blocker, { capacity: { cores: 5 } })).toMatchObject(OK);
    const held = await reserved(service, zone, day(service), { cores: 1 }, { hold: HOUR });
    const end = fromNow(service, HOUR / 2);
    expect(await update(held, { end })).toMatchObject(OK);
    expect(await reservation(service, held)).toMatchObject({ state: 'held', heldUntil: end });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  // Regression: a deadline that the end had cut was lost, or stayed cut, when the end was moved away again.
  it.each([HOUR / 2, 3 * HOUR])(
    'keeps wait-until while the end is moved before it and away: %d',
    async (first) => {
      const { zone } = await fullZone();
      const until = fromNow(service, HOUR);
      const id = await waiting(zone, 4, { end: fromNow(service, first), 'wait-until': until });
      expect(await update(id, { end: fromNow(service, HOUR / 2) })).toMatchObject(OK);
      expect(await update(id, { end: fromNow(service, 3 * HOUR) })).toMatchObject(OK);
      service.clock.advance(HOUR - 1);
      expect(await reservation(service, id)).toMatchObject({ state: 'waiting', waitUntil: until });
      service.clock.advance(1);
      expect(await statesOf(service, [id])).toEqual(['expired']);
    },
  );
});

describe('a waiting reservation whose start has passed', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { MAX_RESERVATION_SECONDS: String(DAY) } });
  });
  afterAll(() => stopSound(service));

  const { update, waiting, fullZone } = fullZones(() => service);

  // Regression: its length was measured from the start that had passed.
  it('may be as long from now on as the operator allows', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4);
    service.clock.advance(HOUR);
    const end = fromNow(service, DAY);
    expect(await update(id, { end: fromNow(service, DAY + 1) })).toMatchObject({
      result: 'error',
      message: `end must not lie more than ${DAY} seconds after start`,
    });
    expect(await update(id, { end })).toMatchObject({ ...OK, state: 'waiting' });
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', end });
  });
});
