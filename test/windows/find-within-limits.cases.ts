import { alone, fromNow, reserved } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

type Body = Record<string, any>;

const HOUR = 3600;

describe('POST /find-windows within the limits of the operator', () => {
  const within = (environment: Record<string, string>, scenario: (own: RunningService) => Promise<void>) =>
    alone(
      async (own) => {
        await own.provider({ cores: 4 });
        await scenario(own);
      },
      { environment },
    );
  const ask = async (own: RunningService, body: object) =>
    (await own.http.post('/find-windows').send({ capacity: { cores: 4 }, ...body })).body as Body;

  it.each([undefined, 60])('refuses a duration above MAX_RESERVATION_SECONDS, with hold: %p', (hold) =>
    within({ MAX_RESERVATION_SECONDS: String(24 * HOUR) }, async (own) => {
      expect(await ask(own, { duration: 48 * HOUR, hold })).toMatchObject({
        status: 400,
        code: 'policy-violated',
        detail: 'duration must not be more than 86400 seconds',
        errors: [{ pointer: '/duration' }],
      });
      expect((await ask(own, { duration: 24 * HOUR, hold })).windows).toHaveLength(1);
    }),
  );

  it.each([
    ['MAX_START_AHEAD_SECONDS', 5],
    ['MAX_END_AHEAD_SECONDS', 7],
  ])('finds no window beyond %s', (setting, hours) =>
    within({ [setting]: String(hours * HOUR) }, async (own) => {
      const at = (ahead: number) => fromNow(own, ahead * HOUR);
      const take = (start: number, end: number) => reserved(own, 'z1', [at(start), at(end)], { cores: 4 });
      await take(0, 1);
      const found = await ask(own, { duration: 2 * HOUR });
      expect(found).toMatchObject({ windows: [{ start: at(1), latestStart: at(5) }], more: false });
      const last = { capacity: { cores: 4 }, zone: 'z1', start: at(5), end: at(7), 'dry-run': true };
      expect(await own.operation('create-reservation', last)).toMatchObject({ result: 'ok' });
      await take(1, 6);
      for (const hold of [undefined, 60]) {
        expect(await ask(own, { duration: 2 * HOUR, hold })).toEqual({ windows: [], more: false });
      }
      const later = { start: at(30), end: at(40) };
      expect(await ask(own, { duration: HOUR, window: later })).toEqual({ windows: [], more: false });
    }),
  );
});
