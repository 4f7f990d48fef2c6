import { eventually } from '../support/eventually.js';
import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

const ALLOWED = { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' };

describe('two services with AUTH=keys', () => {
  let [region, central]: GuardedService[] = [];
  beforeAll(async () => {
    const environment = { ...ALLOWED, CALLBACK_RETRY_SECONDS: '3600' };
    [region, central] = await Promise.all([startGuarded({ environment }), startGuarded()]);
  });
  afterAll(async () => {
    await region.stop();
    await central.stop();
  });

  async function subscribe(callbackToken?: string): Promise<string> {
    const { body } = await region.http
      .post('/reservation/subscribe')
      .set(bearer(region.admin))
      .send({ inputFilter: [], callbackUri: central.baseUrl, callbackToken })
      .expect(201);
    return body.reservationChangeSubscriptionId as string;
  }

  const test = async (id: string) => {
    const { body } = await region.http
      .post(`/subscriptions/${id}/test`)
      .set(bearer(region.admin))
      .expect(202);
    return body.deliveryId as string;
  };

  const delivery = async (id: string) =>
    (await region.http.get(`/deliveries/${id}`).set(bearer(region.admin))).body;

  /** Ids in the inbox of the central service. */
  const inbox = async () => {
    const { body } = await central.http.get('/notifications?limit=1000').set(bearer(central.admin));
    return body.items.map(({ notification }: any) => notification.changeId) as string[];
  };

  it('are chained by a key of the scope notify, which can be exchanged', async () => {
    const wish = { role: 'machine', scopes: ['notify'] } as const;
    const [first, second] = [await central.makeKey(wish), await central.makeKey(wish)];
    const id = await subscribe(first.key);
    const delivered = await test(id);
    await eventually(async () => expect(await delivery(delivered)).toMatchObject({ state: 'delivered' }));
    expect(await inbox()).toContain(delivered);

    await central.http.delete(`/keys/${first.keyId}`).set(bearer(central.admin));
    const refused = await test(id);
    await eventually(async () =>
      expect(await delivery(refused)).toMatchObject({ state: 'waiting', log: [{ status: 401 }] }),
    );
    await region.http
      .patch(`/subscriptions/${id}`)
      .set(bearer(region.admin))
      .send({ callbackToken: second.key })
      .expect(200);
    await eventually(async () => expect(await delivery(refused)).toMatchObject({ state: 'delivered' }));
    expect(await inbox()).toContain(refused);
  });

  it.each([
    ['without a token', undefined, 401],
    ['with a key of another scope', ['metrics'], 403],
  ] as const)('are not, %s', async (_, scopes, status) => {
    const made = scopes && (await central.makeKey({ role: 'machine', scopes }));
    const told = await test(await subscribe(made?.key));
    await eventually(async () =>
      expect(await delivery(told)).toMatchObject({ state: 'waiting', log: [{ outcome: 'status', status }] }),
    );
    expect(await inbox()).not.toContain(told);
  });

  it('ask each other first with CALLBACK_CHALLENGE=on, and need the token for that too', async () => {
    const asking = await startGuarded({ environment: { ...ALLOWED, CALLBACK_CHALLENGE: 'on' } });
    const { key } = await central.makeKey({ role: 'machine', scopes: ['notify'] });
    const subscribe = (callbackToken?: string) =>
      asking.http
        .post('/reservation/subscribe')
        .set(bearer(asking.admin))
        .send({
          inputFilter: [],
          callbackUri: `${central.baseUrl}/capacity/compute/notification`,
          callbackToken,
        });
    await subscribe(key).expect(201);
    expect((await subscribe().expect(400)).body).toMatchObject({ code: 'receiver-not-confirmed' });
    await asking.stop();
  });

  it('show the token to nobody, and write it into no audit row', async () => {
    const { key } = await central.makeKey({ role: 'machine', scopes: ['notify'] });
    const id = await subscribe(key);
    await test(id);
    const auditor = await region.makeKey({ role: 'auditor' });
    for (const path of ['/subscriptions', `/subscriptions/${id}`, '/deliveries', '/audit', '/metrics']) {
      for (const by of [region.admin, auditor.key]) {
        expect((await region.http.get(path).set(bearer(by)).expect(200)).text).not.toContain(key);
      }
    }
  });
});
