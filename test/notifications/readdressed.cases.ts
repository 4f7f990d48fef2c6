import { newId } from '../../src/kernel/identifiers.js';
import type { ServerResponse } from 'node:http';
import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileLockIsHeld } from '../support/held-zone.js';
import type { RunningService } from '../support/service.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import { lanes, newSubscriber, notification, startTelling, states, tell } from './telling.js';

describe('the queue of a subscription whose address is changed', () => {
  let service: RunningService;
  let [before, after]: Receiver[] = [];
  beforeEach(async () => {
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '3600' } });
    [before, after] = [await startReceiver(answering(500)), await startReceiver()];
  });
  afterEach(async () => {
    await service.stop();
    await before.stop();
    await after.stop();
  });

  const change = (id: string, callbackUri: string | null) =>
    service.http.patch(`/subscriptions/${id}`).send({ callbackUri }).expect(200);
  it('goes to the new address at once, in order, with the same ids and secret', async () => {
    const to = await newSubscriber(service, before.url);
    const lane = newId();
    const waiting = [notification(to, { lane }), notification(to, { lane })];
    await tell(service, ...waiting);
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await change(to.id, after.url);
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 2 }));
    expect(after.received.map(({ id }) => id)).toEqual(waiting.map(({ id }) => id));
    expect(before.received).toHaveLength(1);
    const [first, second] = [before.received[0], after.received[0]];
    expect(second.position).toBe(first.position);
    expect(second.text).toBe(first.text);
  });

  it('goes to the new address although an attempt at the old one fails at that moment', async () => {
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await eventually(async () => {
      const settled = 'select from delivery_lanes where failures = 1 and leased_until is null';
      expect(await service.dataSource.query(settled)).toHaveLength(1);
    });
    let changed: Promise<unknown> | undefined;
    const postpone = `update delivery_lanes set due_at = due_at + interval '1 second'`;
    await whileLockIsHeld(service.database.url, [postpone], async () => {
      changed = change(to.id, after.url).then(() => undefined);
      await untilLockIsAwaited(service.database.url);
    });
    await changed;
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    expect(after.received).toHaveLength(1);
  });

  it('does not wait for the outcome of an attempt at the old address', async () => {
    before.behave(hanging);
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await change(to.id, after.url);
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    expect(after.received).toHaveLength(1);
  });

  /** Keeps the requests to a receiver waiting. The result answers the first of them, and waits until the outcome is stored. */
  function holdAnswers(receiver: Receiver): (status: number) => Promise<void> {
    const responses: ServerResponse[] = [];
    receiver.behave((_, response) => void responses.push(response));
    return async (status) => {
      await eventually(() => Promise.resolve(expect(responses).not.toHaveLength(0)));
      responses.shift()?.writeHead(status).end();
      await eventually(async () => {
        const stored = `select from notification_attempts where status = $1`;
        expect(await service.dataSource.query(stored, [status])).toHaveLength(1);
      });
    };
  }

  const isDisabled = async (id: string) =>
    'disabled' in (await service.http.get(`/subscriptions/${id}`).expect(200)).body;

  // Regression: the answer came after the change, and disabled the subscription at its new address.
  it('goes on if the old address answers only then that it wants no more', async () => {
    const answer = holdAnswers(before);
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await change(to.id, after.url);
    await answer(410);
    await tell(service, notification({ ...to, callbackUri: after.url }));
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 2 }));
    expect(await isDisabled(to.id)).toBe(false);
  });

  // Regression: the notification was dead although the new address had not answered yet.
  it('does not end with the last attempt at the old address', async () => {
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(async () => {
      const failed = 'select from delivery_lanes where failures = 1 and leased_until is null';
      expect(await service.dataSource.query(failed)).toHaveLength(1);
    });
    const [answer, answerAfter] = [holdAnswers(before), holdAnswers(after)];
    service.clock.advance(2 * 3600);
    await service.app.get(DeliveryWorker, { strict: false }).tick();
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(2)));
    await change(to.id, after.url);
    await answer(501);
    expect(await states(service)).toEqual({ waiting: 1 });
    await answerAfter(204);
    expect(await states(service)).toEqual({ delivered: 1 });
  });

  // Regression: the subscription was disabled again at once.
  it('goes on after the subscription is enabled again, whatever is answered to earlier requests', async () => {
    const to = await newSubscriber(service, before.url);
    before.behave(answering(204));
    await tell(service, notification(to));
    // Has acknowledged one, so it gets several at the same time.
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    const answer = holdAnswers(before);
    await tell(service, notification(to), notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(3)));
    await answer(410);
    await eventually(async () => expect(await isDisabled(to.id)).toBe(true));
    await service.http.post(`/subscriptions/${to.id}/enable`).expect(200);
    await service.dataSource.query('delete from notification_attempts');
    await answer(410);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(4)));
    expect(await isDisabled(to.id)).toBe(false);
  });

  // Regression: the secret was opened for a challenge that is off.
  it('goes to the new address although the secret cannot be opened', async () => {
    const to = await newSubscriber(service, before.url);
    await service.dataSource.query(`update subscriptions set sealed_secret = 'damaged'`);
    await change(to.id, after.url);
  });

  // Regression: it was due by the clock of the process that received the request.
  it('is due for all processes when it is sent again by one whose clock is ahead', async () => {
    const to = await newSubscriber(service, before.url);
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
    const told = notification(to);
    await tell(service, told);
    service.clock.advance(3600);
    const due = () =>
      service.dataSource.query('select from delivery_lanes where due_at <= statement_timestamp()');
    await service.http.post(`/deliveries/${told.id}/redeliver`).expect(202);
    expect(await due()).toHaveLength(1);
    await service.dataSource.query(`update notifications set state = 'dead', settled_at = now()`);
    await service.http.post(`/subscriptions/${to.id}/redeliver`).expect(202);
    expect(await due()).toHaveLength(1);
  });

  // Regression: the outcome of the attempt under way put it off for an hour, although the answer was 202.
  it('is due at once when it is sent again during an attempt that fails', async () => {
    const answer = holdAnswers(before);
    const to = await newSubscriber(service, before.url);
    const told = notification(to);
    await tell(service, told);
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await service.http.post(`/deliveries/${told.id}/redeliver`).expect(202);
    await answer(500);
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(2)));
    await answer(204);
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
  });

  // Regression: they counted as requests to the old receiver.
  it('counts for the new receiver, also what is stored by a process that read the old address', async () => {
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
    const to = await newSubscriber(service, before.url);
    const lane = newId();
    await tell(service, notification(to, { lane }));
    await change(to.id, after.url);
    await tell(service, notification(to, { lane }), notification(to));
    expect((await lanes(service)).map(({ endpoint }) => endpoint as string)).toEqual([after.url, after.url]);
  });

  // Regression: it was kept for reading, and what came after it was sent.
  it('sends what is stored by a process that read that there is no address', async () => {
    const to = await newSubscriber(service);
    await change(to.id, after.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(after.received).toHaveLength(1)));
  });

  it('is kept for reading where there is no new address', async () => {
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await change(to.id, null);
    await eventually(async () => expect(await states(service)).toEqual({ kept: 1 }));
  });
});
