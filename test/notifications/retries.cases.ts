import { newId } from '../../src/kernel/identifiers.js';
import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { answering, startReceiver, type Receiver } from './receiver.js';
import {
  ELAPSED_SECONDS,
  lanes,
  newSubscriber,
  notification,
  startTelling,
  tell,
  type Subscriber,
} from './telling.js';

const PAUSES = [5, 60, 600];

describe('retries', () => {
  let service: RunningService;
  let receiver: Receiver;
  let to: Subscriber;
  beforeEach(async () => {
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: PAUSES.join(',') } });
    receiver = await startReceiver();
    to = await newSubscriber(service, receiver.url);
  });
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Waits until `count` requests in all have arrived and their outcomes are stored. */
  async function settled(count: number): Promise<void> {
    await eventually(async () => {
      expect(receiver.received).toHaveLength(count);
      const [{ stored }] = await service.dataSource.query(
        `select count(*)::int as stored from notification_attempts`,
      );
      expect(stored).toBe(count);
      for (const lane of await lanes(service)) expect(lane.leased_until).toBeNull();
    });
  }

  async function delivery(id: string): Promise<Record<string, any>> {
    return (await service.http.get(`/deliveries/${id}`).expect(200)).body as Record<string, any>;
  }

  /** Moves the clock to the latest possible end of a pause of `seconds`, including jitter. */
  function pass(seconds: number): void {
    service.clock.advance(Math.ceil(seconds * 1.2) + ELAPSED_SECONDS);
  }

  it('tries again by the schedule under the same id, then gives up and goes on with the next', async () => {
    receiver.behave(answering(500));
    const lane = newId();
    const [first, second] = [notification(to, { lane }), notification(to, { lane })];
    await tell(service, first, second);
    await settled(1);
    for (const [index, pause] of PAUSES.entries()) {
      service.clock.advance(pause - 1);
      await service.app.get(DeliveryWorker, { strict: false }).tick();
      await settled(index + 1);
      service.clock.advance(-(pause - 1));
      if (index === PAUSES.length - 1)
        receiver.behave(({ id }, response) => void response.writeHead(id === first.id ? 500 : 204).end());
      pass(pause);
      if (index < PAUSES.length - 1) await settled(index + 2);
    }
    await settled(PAUSES.length + 2);
    expect(receiver.received.map(({ id }) => id)).toEqual([
      first.id,
      first.id,
      first.id,
      first.id,
      second.id,
    ]);
    expect(await delivery(first.id)).toMatchObject({ state: 'dead', attempts: 4 });
    expect((await delivery(first.id)).log).toHaveLength(4);
    expect(await delivery(second.id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(await lanes(service)).toEqual([]);
  });

  // Regression: each value had attempts of its own, so none was ever dead.
  it('gives up the value that has replaced others after the attempts that they share', async () => {
    receiver.behave(answering(500));
    const lane = newId();
    const values = Array.from({ length: PAUSES.length + 2 }, () =>
      notification(to, { lane, newestOnly: true }),
    );
    for (const [index, value] of values.slice(0, -1).entries()) {
      await tell(service, value);
      if (index > 0) pass(PAUSES[index - 1]);
      await service.app.get(DeliveryWorker, { strict: false }).tick();
      await settled(index + 1);
    }
    const [last, next] = values.slice(-2);
    expect(await delivery(last.id)).toMatchObject({ state: 'dead', attempts: 1 });
    expect(await lanes(service)).toEqual([]);
    receiver.behave(answering(204));
    await tell(service, next);
    await settled(values.length);
    expect(await delivery(next.id)).toMatchObject({ state: 'delivered' });
  });

  it('sends the timestamp of each attempt, and the same body', async () => {
    receiver.behave(answering(502));
    await tell(service, notification(to, { body: { a: 1 } }));
    await settled(1);
    pass(PAUSES[0]);
    await settled(2);
    const [one, two] = receiver.received;
    expect(two.text).toBe(one.text);
    expect(Number(two.headers['webhook-timestamp'])).toBe(
      Number(one.headers['webhook-timestamp']) + 6 + ELAPSED_SECONDS,
    );
  });

  it.each([
    ['429 with seconds', 429, '100', 100],
    ['503 with a date', 503, 'date', 100],
    ['503 for longer than a day', 503, '1000000', 86_400],
  ])('comes back when the receiver wishes: %s', async (_, status, given, seconds) => {
    const date = new Date((service.clock.now() + 100) * 1000).toUTCString();
    receiver.behave(answering(status, { 'Retry-After': given === 'date' ? date : given }));
    await tell(service, notification(to));
    await settled(1);
    const [{ due_at: due }] = await lanes(service);
    // One more: an unknown part of the present second is over.
    const pause = due.getTime() / 1000 - service.clock.now();
    expect(pause).toBeGreaterThanOrEqual(seconds + 1);
    expect(pause).toBeLessThan(seconds + ELAPSED_SECONDS);
  });

  it('does not follow a redirect, which is a failure', async () => {
    const elsewhere = await startReceiver();
    receiver.behave(answering(307, { Location: elsewhere.url }));
    const told = notification(to);
    await tell(service, told);
    await settled(1);
    expect(await delivery(told.id)).toMatchObject({
      state: 'waiting',
      log: [{ outcome: 'status', status: 307 }],
    });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  it('records of a receiver that is away, or ends the connection, only the outcome', async () => {
    receiver.behave((_, response) => void response.destroy());
    const told = notification(to);
    await tell(service, told);
    await settled(1);
    const { log } = await delivery(told.id);
    expect(log).toEqual([
      { number: 1, at: expect.any(String), outcome: 'connection', milliseconds: expect.any(Number) },
    ]);
  });

  it('stores nothing of the body that a receiver answers, however large', async () => {
    receiver.behave((_, response) => {
      response.writeHead(500, { 'content-type': 'text/plain', 'x-marker': 'canary' });
      response.write('canary'.repeat(200_000));
    });
    const told = notification(to);
    await tell(service, told);
    await settled(1);
    expect(await delivery(told.id)).toMatchObject({ log: [{ outcome: 'status', status: 500 }] });
    for (const table of ['notifications', 'notification_attempts', 'delivery_lanes', 'subscriptions']) {
      expect(JSON.stringify(await service.dataSource.query(`select * from ${table}`))).not.toContain(
        'canary',
      );
    }
  });

  it('takes a status for an answer, though the rest of it never ends', async () => {
    receiver.behave((_, response) => void response.writeHead(200).write('x'));
    const [one, two] = [notification(to), notification(to)];
    await tell(service, one, two);
    await settled(2);
    expect(await delivery(two.id)).toMatchObject({ state: 'delivered' });
  });

  it('forgets earlier failures once something is acknowledged', async () => {
    const lane = newId();
    receiver.behave(answering(500));
    await tell(service, notification(to, { lane }));
    await settled(1);
    pass(PAUSES[0]);
    await settled(2);
    receiver.behave(
      (_, response) => void response.writeHead(receiver.received.length === 3 ? 204 : 500).end(),
    );
    await tell(service, notification(to, { lane }));
    pass(PAUSES[1]);
    await settled(4);
    expect(await lanes(service)).toMatchObject([{ failures: 1 }]);
  });
});
