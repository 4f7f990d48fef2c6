import { newId } from '../../src/kernel/identifiers.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import {
  ELAPSED_SECONDS,
  lanes,
  newSubscriber,
  notification,
  startTelling,
  tell,
  type Subscriber,
} from './telling.js';

describe('deliveries', () => {
  let service: RunningService;
  let receiver: Receiver;
  let to: Subscriber;
  beforeEach(async () => {
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '1000' } });
    receiver = await startReceiver();
    to = await newSubscriber(service, receiver.url);
  });
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function get(path: string, status = 200): Promise<Record<string, any>> {
    return (await service.http.get(path).expect(status)).body as Record<string, any>;
  }

  async function post(path: string, status: number): Promise<Record<string, any>> {
    return (await service.http.post(path).expect(status)).body as Record<string, any>;
  }

  async function inState(state: string, of = to): Promise<string[]> {
    const { items } = await get(`/subscriptions/${of.id}/deliveries?state=${state}&limit=1000`);
    return (items as { deliveryId: string }[]).map(({ deliveryId }) => deliveryId);
  }

  async function dead(count: number): Promise<string[]> {
    const told = Array.from({ length: count }, () => notification(to));
    receiver.behave(answering(500));
    await tell(service, ...told);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(count)));
    await eventually(async () => {
      for (const lane of await lanes(service))
        expect(lane).toMatchObject({ failures: 1, leased_until: null });
    });
    service.clock.advance(1200 + ELAPSED_SECONDS);
    await eventually(async () => expect(await inState('dead')).toHaveLength(count));
    receiver.received.splice(0);
    receiver.behave(answering(204));
    return told.map(({ id }) => id);
  }

  describe('GET /subscriptions/{id}/deliveries', () => {
    it('200: pages in the order in which they were told, by state', async () => {
      const told = Array.from({ length: 5 }, (_, index) => notification(to, { body: { index } }));
      await tell(service, ...told);
      await eventually(async () => expect(await inState('delivered')).toEqual(told.map(({ id }) => id)));
      const path = `/subscriptions/${to.id}/deliveries`;
      const first = await service.http.get(`${path}?limit=3&state=delivered`).expect(200);
      expect(first.headers.link).toContain('state=delivered');
      const second = await get(`${path}?state=delivered&cursor=${first.body.next}`);
      const items = [...first.body.items, ...second.items];
      expect(items.map(({ notification }) => notification)).toEqual(told.map(({ body }) => body));
      expect(items[0]).toEqual({
        deliveryId: told[0].id,
        subscriptionId: to.id,
        position: expect.any(Number),
        path: '/capacity/compute/notification',
        state: 'delivered',
        attempts: 1,
        created: expect.any(String),
        settled: expect.any(String),
        notification: { index: 0 },
      });
      expect(await inState('waiting')).toEqual([]);
      const other = await newSubscriber(service, receiver.url);
      expect((await get(`/subscriptions/${other.id}/deliveries`)).items).toEqual([]);
    });

    it.each(['state=lost', 'state=', 'state=dead&state=kept', 'limit=0', 'cursor=x'])(
      '400: %s',
      async (query) => {
        const refused = await get(`/subscriptions/${to.id}/deliveries?${query}`, 400);
        expect(refused).toMatchObject({
          code: 'invalid-request',
          errors: [{ pointer: `/${query.split('=')[0]}` }],
        });
      },
    );
  });

  it('keeps notifications without an address for reading, and sends them once there is one', async () => {
    const nowhere = await newSubscriber(service);
    const told = notification(nowhere, { body: { kept: true } });
    await tell(service, told);
    expect(await inState('kept', nowhere)).toEqual([told.id]);
    expect(await get(`/deliveries/${told.id}`)).toMatchObject({
      state: 'kept',
      attempts: 0,
      log: [],
      notification: { kept: true },
    });
    expect(await lanes(service)).toEqual([]);
    expect((await post(`/deliveries/${told.id}/redeliver`, 409)).code).toBe('no-callback');
  });

  it('sends notifications without their own address to the default address', async () => {
    const environment = {
      CALLBACK_DEFAULT_URI: `${receiver.url}/default`,
      CALLBACK_ALLOWED_NETWORKS: '127.0.0.1',
    };
    // On a database of its own: a process without a default address keeps the notification, if it comes first.
    const other = await startTelling({ environment });
    const nowhere = await newSubscriber(other);
    await tell(other, notification(nowhere));
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    expect(receiver.received[0].path).toBe('/default/capacity/compute/notification');
    await other.stop();
  });

  describe('a notification that was given up', () => {
    it('is sent again one by one, under the same id and with all attempts', async () => {
      const [id, other] = await dead(2);
      expect(await post(`/deliveries/${id}/redeliver`, 202)).toMatchObject({
        deliveryId: id,
        state: 'waiting',
      });
      await eventually(async () => expect(await inState('delivered')).toEqual([id]));
      expect(receiver.received.map((one) => one.id)).toEqual([id]);
      expect(await inState('dead')).toEqual([other]);
      expect(await get(`/deliveries/${id}`)).toMatchObject({
        attempts: 3,
        log: [{ number: 1 }, { number: 2 }, { number: 3, outcome: 'delivered' }],
      });
    });

    it('is sent again all at once', async () => {
      const ids = await dead(3);
      expect(await post(`/subscriptions/${to.id}/redeliver`, 202)).toEqual({ redelivered: 3 });
      await eventually(async () => expect(await inState('delivered')).toEqual(ids));
      expect(receiver.received.map((one) => one.id).sort()).toEqual([...ids].sort());
      expect(await post(`/subscriptions/${to.id}/redeliver`, 202)).toEqual({ redelivered: 0 });
    });
  });

  it('a notification that waits for its next attempt is sent at once on request', async () => {
    receiver.behave(answering(500));
    const told = notification(to);
    await tell(service, told);
    await eventually(async () =>
      expect(await lanes(service)).toMatchObject([{ failures: 1, leased_until: null }]),
    );
    receiver.behave(answering(204));
    await post(`/deliveries/${told.id}/redeliver`, 202);
    await eventually(async () => expect(await inState('delivered')).toEqual([told.id]));
  });

  it('sends only the newest value once a receiver is back', async () => {
    receiver.behave(answering(500));
    const lane = to.id;
    const values = Array.from({ length: 5 }, (_, value) =>
      notification(to, { lane, newestOnly: true, body: { value } }),
    );
    await tell(service, values[0]);
    await eventually(async () =>
      expect(await lanes(service)).toMatchObject([{ failures: 1, leased_until: null }]),
    );
    for (const value of values.slice(1)) await tell(service, value);
    expect(receiver.received).toHaveLength(1);
    receiver.behave(answering(204));
    service.clock.advance(1200 + ELAPSED_SECONDS);
    await eventually(async () => expect(await inState('delivered')).toEqual([values[4].id]));
    expect(receiver.received.map(({ body }) => body.value)).toEqual([0, 4]);
    expect(await inState('superseded')).toEqual([values[0].id]);
  });

  it('a value that is overtaken while it is being sent counts as delivered if it was', async () => {
    let release = (): void => undefined;
    receiver.behave((_, response) => (release = () => void response.writeHead(204).end()));
    const [first, second] = [0, 1].map(() => notification(to, { lane: to.id, newestOnly: true }));
    await tell(service, first);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    await tell(service, second);
    expect(await inState('superseded')).toEqual([first.id]);
    receiver.behave(answering(204));
    release();
    await eventually(async () => expect(await inState('delivered')).toEqual([first.id, second.id]));
  });

  describe('a receiver that answers 410', () => {
    beforeEach(async () => {
      receiver.behave(answering(410));
      const lane = newId();
      await tell(service, notification(to, { lane }), notification(to, { lane }), notification(to));
      await eventually(async () => expect(await inState('dead')).toHaveLength(3));
    });

    it('is sent nothing more, and waiting notifications are given up', async () => {
      const { disabled } = await get(`/subscriptions/${to.id}`);
      expect(disabled).toEqual({
        since: expect.stringMatching(/Z$/),
        reason: 'the receiver answered 410 Gone',
      });
      expect(await lanes(service)).toEqual([]);
      const before = receiver.received.length;
      expect(before).toBeLessThan(3);
      await tell(service, notification(to));
      expect((await get(`/subscriptions/${to.id}/deliveries`)).items).toHaveLength(3);
      const another = await newSubscriber(service, receiver.url);
      receiver.behave(answering(204));
      await tell(service, notification(another));
      await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(before + 1)));
    });

    it('409: takes nothing on request either, until it is enabled', async () => {
      const [id] = await inState('dead');
      for (const path of [
        `/deliveries/${id}/redeliver`,
        `/subscriptions/${to.id}/redeliver`,
        `/subscriptions/${to.id}/test`,
      ]) {
        expect((await post(path, 409)).code).toBe('subscription-disabled');
      }
      receiver.behave(answering(204));
      expect(await post(`/subscriptions/${to.id}/enable`, 200)).not.toHaveProperty('disabled');
      expect(await post(`/subscriptions/${to.id}/redeliver`, 202)).toEqual({ redelivered: 3 });
      await eventually(async () => expect(await inState('delivered')).toHaveLength(3));
    });
  });

  describe('POST /subscriptions/{id}/test', () => {
    it.each([
      ['/reservation/subscribe', { inputFilter: [] }, 'compute', { changeType: 'Test' }],
      [
        '/capacity/storage/subscribe',
        { storageResourceTypeId: 'volumes' },
        'storage',
        { resourceDescriptor: { storageResourceTypeId: 'volumes' } },
      ],
    ])('202: sends an event of the form of %s, marked as a test', async (path, body, kind, members) => {
      const { body: made } = await service.http
        .post(path)
        .send({ ...body, callbackUri: receiver.url })
        .expect(201);
      const id = (made.reservationChangeSubscriptionId ?? made.capacityChangeSubscriptionId) as string;
      const told = await post(`/subscriptions/${id}/test`, 202);
      expect(told).toMatchObject({
        subscriptionId: id,
        state: 'waiting',
        notification: { test: true, ...members },
      });
      const found = await eventually(() => {
        const one = receiver.received.find((known) => known.id === told.deliveryId);
        if (!one) throw new Error('not received');
        return Promise.resolve(one);
      });
      expect(found).toMatchObject({ path: `/capacity/${kind}/notification`, body: told.notification });
    });

    it('is not delayed by other notifications', async () => {
      receiver.behave(hanging);
      await tell(service, notification(to));
      await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
      receiver.behave(answering(204));
      const other = await newSubscriber(service, receiver.url.replace('127.0.0.1', '127.0.0.2'));
      expect((await post(`/subscriptions/${other.id}/test`, 202)).state).toBe('waiting');
    });
  });

  it('ends with its subscription', async () => {
    receiver.behave(hanging);
    const told = notification(to);
    await tell(service, told);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    await service.http.delete(`/subscriptions/${to.id}`).expect(200);
    await get(`/deliveries/${told.id}`, 404);
    expect(await lanes(service)).toEqual([]);
  });

  it.each(['x', '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000', 'ResourcePool:0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000'])(
    '404: delivery %s',
    async (id) => {
      expect((await get(`/deliveries/${id}`, 404)).code).toBe('unknown-delivery');
      expect((await post(`/deliveries/${id}/redeliver`, 404)).code).toBe('unknown-delivery');
    },
  );
});
