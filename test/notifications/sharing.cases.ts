import { newId } from '../../src/kernel/identifiers.js';
import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { LanesRepository } from '../../src/notifications/delivery/lanes.repository.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { createTestDatabase } from '../support/test-database.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import { lanes, newSubscriber, notification, realClock, startTelling, states, tell } from './telling.js';

describe('sharing', () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeEach(async () => {
    service = await startTelling();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Records a lane in `overlaps` if a notification of it arrives while another is still being answered. */
  function watchOverlaps(overlaps: string[], milliseconds: () => number): void {
    const underWay = new Set<string>();
    receiver.behave(({ body }, response) => {
      const lane = body.lane as string;
      if (underWay.has(lane)) overlaps.push(lane);
      underWay.add(lane);
      setTimeout(() => {
        underWay.delete(lane);
        response.writeHead(204).end();
      }, milliseconds());
    });
  }

  it('several processes share the work, and no two of them ever send of one lane', async () => {
    const clock = realClock();
    const others = await Promise.all([1, 2].map(() => startTelling({ database: service.database, clock })));
    const to = await newSubscriber(service, receiver.url);
    const overlaps: string[] = [];
    watchOverlaps(overlaps, () => Math.random() * 5);
    const order = Array.from({ length: 40 }, () => {
      const lane = newId();
      return Array.from({ length: 25 }, () => notification(to, { lane, body: { lane } }));
    });
    const senders = [service, ...others];
    for (let index = 0; index < 25; index++) {
      await tell(senders[index % 3], ...order.map((lane) => lane[index]));
    }
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1000 }), 30_000);
    expect(overlaps).toEqual([]);
    for (const lane of order) {
      const ids = new Set(lane.map(({ id }) => id));
      const got = receiver.received.filter(({ id }) => ids.has(id)).map(({ id }) => id);
      expect(got).toEqual(lane.map(({ id }) => id));
    }
    await Promise.all(others.map((other) => other.stop()));
  });

  it('one of 50 receivers hangs: all others receive everything meanwhile', async () => {
    const lanesOf = 5;
    const each = 4;
    const ports = await Promise.all(Array.from({ length: 49 }, () => startReceiver()));
    const stuck = await startReceiver(hanging);
    const told = [];
    for (const { url } of [stuck, ...ports]) {
      const to = await newSubscriber(service, url);
      for (let index = 0; index < lanesOf; index++) {
        const lane = newId();
        told.push(...Array.from({ length: each }, () => notification(to, { lane })));
      }
    }
    await tell(service, ...told);
    await eventually(async () => {
      expect(ports.map(({ received }) => received.length)).toEqual(ports.map(() => lanesOf * each));
      expect(await states(service)).toEqual({ waiting: lanesOf * each, delivered: 49 * lanesOf * each });
    }, 12_000);
    // The receiver has not acknowledged the first request, so it gets no second one at the same time.
    expect(stuck.received).toHaveLength(1);
    expect(await lanes(service)).toHaveLength(lanesOf);
    await service.http.get('/livez').expect(200);
    for (const one of [stuck, ...ports]) await one.stop();
  });

  it('gives back its lanes when it stops, and counts no failure of the receiver', async () => {
    const database = await createTestDatabase();
    const first = await startTelling({ database });
    receiver.behave(hanging);
    const told = notification(await newSubscriber(first, receiver.url));
    await tell(first, told);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    await first.stop();

    receiver.behave(answering(204));
    const second = await startTelling({ database });
    await eventually(async () => {
      const { body } = await second.http.get(`/deliveries/${told.id}`).expect(200);
      expect(body).toMatchObject({
        state: 'delivered',
        log: [{ outcome: 'aborted' }, { outcome: 'delivered' }],
      });
    });
    await second.stop();
    await database.drop();
  });

  it('sends nothing that another process is sending, and takes over when that process is gone', async () => {
    const other = await startTelling({ database: service.database, clock: service.clock });
    receiver.behave(hanging);
    const told = notification(await newSubscriber(service, receiver.url));
    await tell(service, told);
    await eventually(() => Promise.resolve(expect(receiver.received).toHaveLength(1)));
    receiver.behave(answering(204));
    for (const { app } of [service, other]) await app.get(DeliveryWorker, { strict: false }).tick();
    expect(receiver.received).toHaveLength(1);

    // Simulates the death of that process by ending its leases.
    await service.dataSource.query(
      `update delivery_lanes set leased_until = clock_timestamp() - interval '1 second'`,
    );
    await eventually(async () => expect(await states(service)).toEqual({ delivered: 1 }));
    expect(receiver.received.map(({ id }) => id)).toEqual([told.id, told.id]);
    const { body } = await other.http.get(`/deliveries/${told.id}`).expect(200);
    expect(body).toMatchObject({ attempts: 2, log: [{ number: 2, outcome: 'delivered' }] });
    await other.stop();
  });

  // Regression: the next claim went on behind any of the receivers of the last one.
  // Of many receivers, the claim does not read the due lanes first.
  it.each([9, 120])('goes from receiver to receiver, whatever waits for each of %i', async (receivers) => {
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
    const urls = Array.from({ length: receivers }, (_, index) => `http://127.0.0.1:${60_000 + index}`);
    for (const url of urls.toReversed()) {
      const to = await newSubscriber(service, url);
      await tell(service, ...Array.from({ length: 3 }, () => notification(to)));
    }
    const repository = service.app.get(LanesRepository, { strict: false });
    const room = { total: receivers / 3, perEndpoint: {}, otherwise: 1 };
    const served: string[] = [];
    for (let claim = 0; claim < 6; claim++) {
      const { turns } = await repository.claim(service.clock.now(), room, 60_000);
      served.push(...turns.map(({ endpoint }) => endpoint).sort());
    }
    expect(served).toEqual([...urls, ...urls]);
  });
});
