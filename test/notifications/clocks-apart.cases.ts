import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import { lanes, newSubscriber, notification, realClock, startTelling, states, tell } from './telling.js';

/** A service whose worker claims nothing, so that only the other processes deliver. */
describe('deliveries by processes whose clocks differ', () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeEach(async () => {
    service = await startTelling();
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Another process on the same database. */
  function start(secondsAhead: number): Promise<RunningService> {
    const clock = realClock();
    clock.advance(secondsAhead);
    const environment = { CALLBACK_RETRY_SECONDS: '1000' };
    return startTelling({ database: service.database, clock, environment });
  }

  async function send(): Promise<void> {
    await tell(service, notification(await newSubscriber(service, receiver.url)));
  }

  const arrived = (count: number) =>
    eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(count)));

  // Regression: the lane was due by the clock that was ahead, an hour later for the others.
  it('what one whose clock is ahead gives back is due at once for the others', async () => {
    receiver.behave(hanging);
    const ahead = await start(3_600);
    await send();
    await arrived(1);
    await ahead.stop();
    receiver.behave(answering(204));
    const right = await start(0);
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    await right.stop();
  });

  // Regression: it began an hour after the lane was due.
  it('one whose clock is behind delivers in time', async () => {
    await send();
    const behind = await start(-3_600);
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    await behind.stop();
  });

  it.each([
    ['ahead', 3_600],
    ['behind', -3_600],
  ])('one whose clock is %s pauses after a failure as long as any other', async (_, seconds) => {
    receiver.behave(answering(500));
    const other = await start(seconds);
    await send();
    await arrived(1);
    await eventually(async () =>
      expect(await lanes(service)).toMatchObject([{ failures: 1, leased_until: null }]),
    );
    await other.app.get(DeliveryWorker, { strict: false }).tick();
    expect(receiver.received).toHaveLength(1);
    const [{ due_at: due }] = await lanes(service);
    const from = Math.max(service.clock.now(), other.clock.now());
    expect((due as Date).getTime() / 1000).toBeGreaterThanOrEqual(from + 1_000);
    await other.stop();
  });
});
