import { jest } from '@jest/globals';
import { Deliverer } from '../../src/notifications/delivery/deliverer.js';
import { LanesRepository } from '../../src/notifications/delivery/lanes.repository.js';
import { eventually } from '../support/eventually.js';
import { startReceiver } from './receiver.js';
import { lanes, newSubscriber, notification, startTelling, states, tell } from './telling.js';

describe('a process that is frozen between the claim of a lane and the attempt', () => {
  // Regression: it sent when it went on, though others may have sent this notification and later ones, or the subscription is gone.
  it('sends nothing once its lease is over', async () => {
    const receiver = await startReceiver();
    const service = await startTelling();
    const repository = service.app.get(LanesRepository, { strict: false });
    const { leaseMilliseconds } = service.app.get(Deliverer, { strict: false });
    const claim = repository.claim.bind(repository);
    let frozen = 0;
    jest.spyOn(repository, 'claim').mockImplementation(async (...asked) => {
      const claimed = await claim(...asked);
      if (claimed.turns.length === 0 || frozen++ > 0) return claimed;
      await service.dataSource.query(`update delivery_lanes set leased_until = now() - interval '1 second'`);
      const turns = claimed.turns.map((turn) => ({ ...turn, leasedAt: turn.leasedAt - leaseMilliseconds }));
      return { ...claimed, turns };
    });
    await tell(service, notification(await newSubscriber(service, receiver.url)));
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    await eventually(async () => expect(await lanes(service)).toEqual([]));
    expect(receiver.received).toHaveLength(1);
    const [{ attempts }] = await service.dataSource.query('select attempts from notifications');
    expect(attempts).toBe(2);
    await service.stop();
    await receiver.stop();
  });
});
