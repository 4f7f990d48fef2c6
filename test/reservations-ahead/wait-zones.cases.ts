import { alone, fromNow } from '../support/readings.js';
import { DAY } from './full-zones.js';
import type { RunningService } from '../support/service.js';

const WHOLE = { cores: 8, ram: 8192, instances: 8 };

describe('a reservation that waits in any zone', () => {
  const ask = (own: RunningService, more: object = {}) =>
    own.operation('create-reservation', {
      capacity: { cores: 4 },
      end: fromNow(own, DAY),
      wait: true,
      ...more,
    });

  // Regression: the rules were checked only where it had to wait.
  it('is not accepted with a hold, or until a time that has passed, even if it fits', async () => {
    await alone(async (own) => {
      for (const zone of ['a', 'b']) await own.provider(WHOLE, { zone });
      expect(await ask(own, { hold: 60 })).toMatchObject({
        result: 'error',
        message: 'wait and hold must not both be given',
      });
      expect(await ask(own, { 'wait-until': fromNow(own, 0) })).toMatchObject({
        result: 'error',
        message: 'wait-until must lie in the future',
      });
    });
  });
});
