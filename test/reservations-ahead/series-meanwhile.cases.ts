import { ReservationsRepository } from '../../src/reservations/reservations.repository.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { loopOf } from '../support/loops.js';
import { fromNow, hour, reserve, statesOf, stopSound } from '../support/readings.js';
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

  // Regression: the answer was `ok` without any reservation, and was stored for the Idempotency-Key.
  it.each(['cancel-reservation', 'update-reservation'])(
    'is unknown to %s if its last occurrence begins meanwhile',
    async (name) => {
      const zone = `begins-before-${name}`;
      await service.provider({ cores: 10 }, { zone });
      const window = [fromNow(service, 1), fromNow(service, 30)] as const;
      const repeat = 'FREQ=DAILY;COUNT=1';
      const made: Body = await reserve(service, zone, window, { cores: 4 }, { repeat });
      const repository = service.app.get(ReservationsRepository);
      const read = repository.aheadOfSeries.bind(repository);
      jest.spyOn(repository, 'aheadOfSeries').mockImplementationOnce(async (...series) => {
        const found = await read(...series);
        service.clock.advance(1);
        return found;
      });
      const change = { 'series-id': made['series-id'] as string, capacity: { cores: 1 } };
      expect(await service.operation(name, change)).toMatchObject({
        result: 'error',
        message: 'no reservation found for specified identifier',
        errors: [{ pointer: '/series-id' }],
      });
      expect(await statesOf(service, [made['reservation-id'] as string])).toEqual(['active']);
    },
  );
});
