import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { loopOf } from '../support/loops.js';
import { hour, reserve, statesOf, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

describe('a series that is changed by others meanwhile', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  it('S24: is cancelled as far as it lives, if an occurrence is cancelled meanwhile', async () => {
    const zone = 'meanwhile';
    await service.provider({ cores: 10 }, { zone });
    const repeat = 'FREQ=DAILY;COUNT=3';
    const made: Body = await reserve(service, zone, [hour(8), hour(10)], { cores: 4 }, { repeat });
    const ids = (made.occurrences as Body[]).map((each) => each['reservation-id'] as string);
    const [first, ...others] = ids;
    const ofSeries = { 'series-id': made['series-id'] as string };
    const answers: Promise<Body>[] = [];
    await whileZoneIsHeld(service.database.url, zone, async () => {
      answers.push(service.operation('cancel-reservation', { 'reservation-id': first }));
      await untilLockIsAwaited(service.database.url);
      // This request reads the series while the first occurrence is live, and is decided after that occurrence has ended.
      answers.push(service.operation('cancel-reservation', ofSeries));
      await eventually(() => Promise.resolve(expect(loopOf(service, zone)?.queued).toBe(1)));
    });
    const [one, all] = await Promise.all(answers);
    expect(one).toMatchObject({ result: 'ok' });
    expect(all).toMatchObject({ result: 'ok', 'reservation-ids': others });
    expect(await statesOf(service, ids)).toEqual(['terminated', 'terminated', 'terminated']);
    expect(await service.operation('cancel-reservation', ofSeries)).toMatchObject({ result: 'error' });
  });
});
