import type { ServerResponse } from 'node:http';
import { newId } from '../../src/kernel/identifiers.js';
import { Deliverer } from '../../src/notifications/delivery/deliverer.js';
import { eventually } from '../support/eventually.js';
import { startReceiver } from './receiver.js';
import { newSubscriber, notification, startTelling, tell } from './telling.js';

describe('a stop while a notification is being sent', () => {
  // Regression: whether to go on was decided before the notification was sent.
  it('begins no other notification', async () => {
    const responses: ServerResponse[] = [];
    const receiver = await startReceiver((_, response) => void responses.push(response));
    const service = await startTelling();
    const to = await newSubscriber(service, receiver.url);
    const lane = newId();
    await tell(service, notification(to, { lane }), notification(to, { lane }));
    await eventually(() => Promise.resolve(expect(responses).toHaveLength(1)));
    const deliverer = service.app.get(Deliverer, { strict: false });
    const stop = deliverer.stopSoon.bind(deliverer);
    deliverer.stopSoon = () => {
      stop();
      responses[0].writeHead(204).end();
    };
    await service.stop();
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });
});
