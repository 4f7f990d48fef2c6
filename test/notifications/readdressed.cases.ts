import { newId } from '../../src/kernel/identifiers.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import { newSubscriber, notification, startTelling, states, tell } from './telling.js';

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
    await service.dataSource.transaction(async (tx) => {
      await tx.query(`update delivery_lanes set due_at = due_at + interval '1 second'`);
      changed = change(to.id, after.url).then(() => undefined);
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%delivery_lanes%'`;
        expect(await service.dataSource.query(waiting)).not.toHaveLength(0);
      });
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

  it('is kept for reading where there is no new address', async () => {
    const to = await newSubscriber(service, before.url);
    await tell(service, notification(to));
    await eventually(() => Promise.resolve(expect(before.received).toHaveLength(1)));
    await change(to.id, null);
    await eventually(async () => expect(await states(service)).toEqual({ kept: 1 }));
  });
});
