import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { newId } from '../../src/kernel/identifiers.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { startReceiver, type Receiver } from './receiver.js';
import { notification, startTelling, tell, type Subscriber } from './telling.js';

/** Two tenants whose subscriptions name the same host. */
describe('tenants at one receiver', () => {
  let service: RunningService;
  let receiver: Receiver;
  let red: Subscriber;
  let blue: Subscriber;
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    receiver = await startReceiver();
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '3600', ...environment } });
    [red, blue] = [await subscriber('red'), await subscriber('blue')];
  }

  async function subscriber(tenant: string): Promise<Subscriber> {
    const callbackUri = `${receiver.url}/${tenant}`;
    const { body } = await service.http
      .post('/reservation/subscribe')
      .set('Headroom-Tenant', tenant)
      .send({ inputFilter: [], callbackUri })
      .expect(201);
    return { id: body.reservationChangeSubscriptionId as string, secret: body.secret as string, callbackUri };
  }

  /** As many notifications, each in a lane of its own. */
  function send(to: Subscriber, count: number): Promise<void> {
    return tell(service, ...Array.from({ length: count }, () => notification(to)));
  }

  /** Whose requests have arrived, in order. */
  const arrived = () => receiver.received.map(({ path }) => path.split('/')[1]);
  const arrivedOf = (tenant: string) => arrived().filter((one) => one === tenant);

  const hangs = (tenant: string) =>
    receiver.behave(({ path }, response) => {
      if (!path.startsWith(`/${tenant}/`)) response.writeHead(204).end();
    });

  const until = (expectation: () => void) => eventually(() => Promise.resolve(expectation()));

  // Regression: the receiver got one request at a time, and the other tenant's lanes had been due for longer.
  it('that has not acknowledged yet are served in turn, although one of them has a backlog', async () => {
    await start();
    const unanswered: ServerResponse[] = [];
    receiver.behave((_, response) => void unanswered.push(response));
    await send(red, 20);
    await until(() => expect(arrived()).toHaveLength(1));
    await send(blue, 1);
    unanswered[0].writeHead(503).end();
    await until(() => expect(arrived()).toContain('blue'));
    expect(arrived().slice(0, 2)).toEqual(['red', 'blue']);
  });

  // Regression: requests to a path that hangs held all slots of the host.
  it('keep their slots while requests of another tenant hang there', async () => {
    await start();
    hangs('red');
    await send(blue, 1);
    await until(() => expect(arrived()).toEqual(['blue']));
    await send(red, 20);
    await until(() => expect(arrivedOf('red')).toHaveLength(1));
    await send(blue, 50);
    await until(() => expect(arrivedOf('blue')).toHaveLength(51));
    expect(arrivedOf('red')).toHaveLength(1);
  });

  it('share its slots evenly while both have notifications', async () => {
    await start();
    for (const to of [red, blue]) await send(to, 1);
    await until(() => expect(arrived()).toHaveLength(2));
    const held: Record<string, ServerResponse[]> = { red: [], blue: [] };
    receiver.behave(({ path }, response) => void held[path.split('/')[1]].push(response));
    await send(red, 20);
    await until(() => expect(held.red).toHaveLength(8));
    await send(blue, 20);
    for (let answered = 1; answered <= 8; answered++) {
      held.red.shift()?.writeHead(204).end();
      await until(() => expect(held.red.length + held.blue.length).toBe(8));
    }
    expect({ red: held.red.length, blue: held.blue.length }).toEqual({ red: 4, blue: 4 });
  });

  // Regression: 32 notifications of a lane followed each other however slowly they were acknowledged, and the other tenant waited for minutes.
  it('share its slots also if one of them has many notifications about one reservation, and acknowledges slowly', async () => {
    await start();
    for (const to of [red, blue]) await send(to, 1);
    await until(() => expect(arrived()).toHaveLength(2));
    const held: ServerResponse[] = [];
    receiver.behave((_, response) => void held.push(response));
    for (let lane = 0; lane < 8; lane += 1) {
      const reservation = newId();
      await tell(service, ...Array.from({ length: 3 }, () => notification(red, { lane: reservation })));
    }
    await until(() => expect(held).toHaveLength(8));
    await send(blue, 1);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
    held[0].writeHead(204).end();
    await until(() => expect(held).toHaveLength(9));
    jest.restoreAllMocks();
    expect(arrived().at(-1)).toBe('blue');
  });
});
