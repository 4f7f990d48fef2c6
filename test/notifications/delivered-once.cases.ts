import { newId } from '../../src/kernel/identifiers.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { startReceiver, type Receiver } from './receiver.js';
import { lanes, newSubscriber, notification, startTelling, states, tell } from './telling.js';

describe('delivered once', () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startTelling();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  it('delivers a notification with exactly the bytes that were stored', async () => {
    const to = await newSubscriber(service, `${receiver.url}/base/?tenant=5`);
    const body = { b: 1, a: 'ключ ☃', deep: { z: [1.5, null], y: '' } };
    const told = notification(to, { path: 'storage', body });
    await tell(service, told);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    const [one] = receiver.received.splice(0);
    expect(one).toMatchObject({
      path: '/base/capacity/storage/notification?tenant=5',
      id: told.id,
      text: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'headroom' },
    });
    await eventually(async () => expect(await lanes(service)).toEqual([]));
    expect(await states(service)).toEqual({ delivered: 1 });
  });

  it('keeps the order within a lane, and counts positions up', async () => {
    const to = await newSubscriber(service, receiver.url);
    const order = [newId(), newId(), newId()].map((lane) =>
      Array.from({ length: 100 }, () => notification(to, { lane })),
    );
    for (let index = 0; index < 100; index += 10) {
      await tell(service, ...order.flatMap((lane) => lane.slice(index, index + 10)));
    }
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(300)));
    for (const lane of order) {
      const ids = new Set(lane.map(({ id }) => id));
      const got = receiver.received.filter(({ id }) => ids.has(id));
      expect(got.map(({ id }) => id)).toEqual(lane.map(({ id }) => id));
      const positions = got.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
    }
    receiver.received.splice(0);
    await eventually(async () => expect(await lanes(service)).toEqual([]));
  });
});
