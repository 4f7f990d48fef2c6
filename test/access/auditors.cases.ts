import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

describe('an auditor', () => {
  let service: GuardedService;
  let auditor: string;
  beforeAll(async () => {
    service = await startGuarded({ environment: { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    auditor = (await service.makeKey({ role: 'auditor' })).key;
  });
  afterAll(() => service.stop());

  const refusals = async (): Promise<number> => {
    const { text } = await service.http.get('/metrics').set(bearer(auditor)).expect(200);
    return Number(/^headroom_access_refusals_total\{code="forbidden"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  // Regression: the refusal of a hold was neither counted nor logged.
  it('searches windows and holds none, and its refusal is counted', async () => {
    const search = { zone: 'nowhere', capacity: { cores: 1 }, duration: 60 };
    const ask = (body: object) => service.http.post('/find-windows').set(bearer(auditor)).send(body);
    for (const hold of [undefined, null])
      expect((await ask({ ...search, hold })).body).toMatchObject({ code: 'unknown-zone' });
    const before = await refusals();
    const { status, body } = await ask({ ...search, hold: 60 });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await refusals()).toBe(before + 1);
    const held = await service.http
      .post('/find-windows')
      .set(bearer(service.admin))
      .send({ ...search, hold: 60 });
    expect(held.body).toMatchObject({ code: 'unknown-zone' });
  });

  it.each(['http', 'https'])('sees that a subscription has an address, and not which: %s', async (scheme) => {
    const callbackUri = `${scheme}://127.0.0.1:9/a?token=hidden`;
    const { body } = await service.http
      .post('/reservation/subscribe')
      .set(bearer(service.admin))
      .send({ inputFilter: [], callbackUri })
      .expect(201);
    const path = `/subscriptions/${body.reservationChangeSubscriptionId}`;
    const { body: seen } = await service.http.get(path).set(bearer(auditor)).expect(200);
    expect(seen.callbackUri).toBe(`${scheme}://masked.invalid`);
    const { body: listed } = await service.http.get('/subscriptions').set(bearer(auditor)).expect(200);
    expect(listed.items).toContainEqual(seen);
    const { body: own } = await service.http.get(path).set(bearer(service.admin)).expect(200);
    expect(own.callbackUri).toMatch(`${scheme}://127.0.0.1:9/a`);
    expect(JSON.stringify([seen, listed])).not.toContain('127.0.0.1:9');
  });
});
