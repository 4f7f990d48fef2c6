import { startService } from '../support/service.js';
import { startReceiver, type Behaviour, type Receiver } from './receiver.js';
import { newSubscriber, startTelling } from './telling.js';

describe('a challenge', () => {
  it('has the token that its receiver would get', async () => {
    const environment = { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8', CALLBACK_CHALLENGE: 'on' };
    const service = await startService({ environment });
    const echoing: Behaviour = ({ body }, response) => void response.end(JSON.stringify(body));
    const [receiver, other] = [await startReceiver(echoing), await startReceiver(echoing)];
    const asked = (at: Receiver) => at.received.map(({ headers }) => headers.authorization);
    const { body } = await service.http
      .post('/reservation/subscribe')
      .send({ inputFilter: [], callbackUri: receiver.url, callbackToken: 'first' })
      .expect(201);
    const path = `/subscriptions/${body.reservationChangeSubscriptionId}`;
    const change = (to: object) => service.http.patch(path).send(to).expect(200);
    await change({ callbackUri: `${receiver.url}/a` });
    await change({ callbackUri: `${receiver.url}/b`, callbackToken: 'second' });
    await change({ callbackUri: `${receiver.url}/c`, callbackToken: null });
    expect(asked(receiver)).toEqual(['Bearer first', 'Bearer first', 'Bearer second', undefined]);
    await change({ callbackToken: 'third' });
    await change({ callbackUri: other.url });
    await change({ callbackUri: `${other.url}/a`, callbackToken: 'fourth' });
    expect(asked(other)).toEqual([undefined, 'Bearer fourth']);
    expect(receiver.received).toHaveLength(4);
    await service.stop();
    await receiver.stop();
    await other.stop();
  });

  // Regression: this was answered with 500.
  it('409 if it can not be signed', async () => {
    const service = await startTelling({ environment: { CALLBACK_CHALLENGE: 'on' } });
    const { id } = await newSubscriber(service);
    await service.dataSource.query(`update subscriptions set sealed_secret = 'v1:damaged'`);
    const change = service.http.patch(`/subscriptions/${id}`).send({ callbackUri: 'http://127.0.0.1:9' });
    const { body } = await change.expect(409);
    expect([body.code, body.detail]).toEqual(['secret-unreadable', expect.stringContaining('rotate-secret')]);
    await service.stop();
  });

  it('is unsigned for a subscription that is older than secrets', async () => {
    const service = await startTelling();
    const receiver = await startReceiver();
    const to = await newSubscriber(service, receiver.url);
    await service.dataSource.query(`update subscriptions set sealed_secret = null where id = $1`, [to.id]);
    await service.http
      .patch(`/subscriptions/${to.id}`)
      .send({ callbackUri: `${receiver.url}/new` })
      .expect(200);
    await service.stop();
    await receiver.stop();
  });
});
