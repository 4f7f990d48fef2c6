import { bearer, startGuarded, type GuardedService, type MadeKey } from './guarded-service.js';

const REQUEST_ID = 'audit-1';

describe('the audit log', () => {
  let service: GuardedService;
  let red: MadeKey;
  let operator: MadeKey;
  beforeAll(async () => {
    service = await startGuarded({ environment: { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    red = await service.makeKey({ role: 'consumer', tenant: 'red' });
    operator = await service.makeKey({ role: 'operator' });
    const provider = await service.http.post('/add-provider').set(bearer(operator.key)).send({
      'provider-type': 'simulated',
      endpoint: 'http://audit.example',
      username: 'u',
      password: 'p',
      zone: 'z',
    });
    await service.http
      .post('/increase-capacity')
      .set(bearer(operator.key))
      .send({ source: provider.body['provider-id'], capacity: { cores: 8 } });
  });
  afterAll(() => service.stop());

  const audited = async (query: string) =>
    (await service.http.get(`/audit?limit=100&${query}`).set(bearer(service.admin))).body.items as any[];

  const reserve = (key: string, cores: number, headers: Record<string, string> = {}) =>
    service.http
      .post('/create-reservation')
      .set({ ...bearer(key), 'X-Request-Id': REQUEST_ID, ...headers })
      .send({ zone: 'z', capacity: { cores } });

  it('records principal, action, target, tenant and time', async () => {
    const { body } = await reserve(red.key, 1);
    expect(body).toMatchObject({ result: 'ok' });
    const [entry] = await audited(`target=${body['reservation-id']}`);
    expect(entry).toMatchObject({
      principal: `key:${red.keyId}`,
      tenant: 'red',
      operation: 'POST /create-reservation',
      target: body['reservation-id'],
      requestId: REQUEST_ID,
    });
    expect(Date.parse(entry.at as string) / 1000).toBe(service.clock.now());
  });

  it('has no key that was sent as a request id', async () => {
    const { body, headers } = await reserve(red.key, 1, { 'X-Request-Id': `my_${red.key}` });
    expect(headers['x-request-id']).toMatch(/^[\da-z]+-[\da-z]+$/);
    const [entry] = await audited(`target=${body['reservation-id']}`);
    expect(entry.requestId).toBe(headers['x-request-id']);
  });

  it('has what was done on behalf of a tenant, and changes that no ledger has', async () => {
    await reserve(operator.key, 1, { 'Headroom-Tenant': 'blue' });
    const made = await service.makeKey({ role: 'auditor' });
    await service.http.delete(`/keys/${made.keyId}`).set(bearer(service.admin));
    expect(await audited('tenant=blue')).toMatchObject([
      { principal: `key:${operator.keyId}`, tenant: 'blue' },
    ]);
    const ofKey = await audited(`target=${made.keyId}`);
    expect(ofKey.map(({ operation }) => operation)).toEqual(['POST /keys', 'DELETE /keys/:id']);
  });

  describe('of what an operator does to an object of a tenant', () => {
    const send = async (method: 'post' | 'delete', path: string, body = {}, headers = {}, key = operator) => {
      const answer = await service.http[method](path)
        .set({ ...bearer(key.key), ...headers })
        .send(body);
      expect(answer.status).toBeLessThan(300);
      expect(answer.body.result ?? 'ok').toBe('ok');
      return answer.body as Record<string, string>;
    };
    /** The operator's entries for the tenant. */
    const byOperator = async (tenant: string): Promise<string[]> =>
      (await audited(`tenant=${tenant}&principal=key:${operator.keyId}`)).map(({ operation }) => operation);

    it('has the tenant of a reservation, named by nobody or beside another tenant', async () => {
      const green = await service.makeKey({ role: 'consumer', tenant: 'green' });
      const asked = { zone: 'z', capacity: { cores: 1 }, end: '2030-05-01T00:00:00Z' };
      const { 'reservation-id': id } = await send('post', '/create-reservation', asked, {}, green);
      const repeat = { repeat: 'FREQ=DAILY;COUNT=2', start: '2030-04-30T23:00:00Z' };
      const made = await send('post', '/create-reservation', { ...asked, ...repeat }, {}, green);
      const own = { 'reservation-id': id };
      await send('post', '/update-reservation', { ...own, name: 'n' });
      const headers = { 'Headroom-Tenant': 'grey', 'Idempotency-Key': 'cancel' };
      await send('post', '/cancel-reservation', own, headers);
      await send('post', '/cancel-reservation', { 'series-id': made['series-id'] });
      const cancel = 'POST /cancel-reservation';
      expect(await byOperator('green')).toEqual(['POST /update-reservation', cancel, cancel]);
      expect(await byOperator('grey')).toEqual([]);
    });

    it('names the subscriptions that a key made, which stay when it is revoked', async () => {
      const leaver = await service.makeKey({ role: 'operator' });
      const made = await send('post', '/reservation/subscribe', { inputFilter: [] }, {}, leaver);
      const id = made.reservationChangeSubscriptionId;
      await service.http.delete(`/keys/${leaver.keyId}`).set(bearer(service.admin)).expect(200);
      expect(await audited(`principal=key:${leaver.keyId}`)).toMatchObject([
        { operation: 'POST /reservation/subscribe', target: id },
      ]);
      const read = () => service.http.get(`/subscriptions/${id}`).set(bearer(service.admin));
      expect((await read()).status).toBe(200);
      await send('delete', `/subscriptions/${id}`);
      expect((await read()).status).toBe(404);
    });

    it('has the tenant of a subscription', async () => {
      const lime = await service.makeKey({ role: 'consumer', tenant: 'lime' });
      const made = await send('post', '/reservation/subscribe', { inputFilter: [] }, {}, lime);
      const path = `/subscriptions/${made.reservationChangeSubscriptionId}`;
      await send('post', `${path}/rotate-secret`);
      await send('delete', path);
      const expected = ['POST /subscriptions/:id/rotate-secret', 'DELETE /subscriptions/:id'];
      expect(await byOperator('lime')).toEqual(expected);
    });

    it('has the tenant of a delivery', async () => {
      const teal = await service.makeKey({ role: 'consumer', tenant: 'teal' });
      const asked = { inputFilter: [], callbackUri: 'http://127.0.0.1:9' };
      const made = await send('post', '/reservation/subscribe', asked, {}, teal);
      const path = `/subscriptions/${made.reservationChangeSubscriptionId}`;
      const { deliveryId } = await send('post', `${path}/test`);
      await send('post', `/deliveries/${deliveryId}/redeliver`);
      await send('post', `${path}/redeliver`);
      expect(await byOperator('teal')).toEqual([
        'POST /subscriptions/:id/test',
        'POST /deliveries/:id/redeliver',
        'POST /subscriptions/:id/redeliver',
      ]);
    });
  });

  it('has no tenant for a notification that a machine sends to the inbox', async () => {
    const { keyId, key } = await service.makeKey({ role: 'machine', scopes: ['notify'] });
    await service.http.post('/capacity/compute/notification').set(bearer(key)).send({ changeId: 'one' });
    const entries = await audited(`principal=key:${keyId}`);
    expect(entries).toMatchObject([{ operation: 'POST /capacity/compute/notification' }]);
    expect(entries[0]).not.toHaveProperty('tenant');
  });

  it('contains no refusals, and a repeated request once', async () => {
    const before = (await audited('')).length;
    const refused = await reserve(red.key, 1000);
    expect(refused.body).toMatchObject({ result: 'conflict' });
    await service.http.post('/increase-capacity').set(bearer(red.key)).send({});
    for (let round = 0; round < 2; round += 1) await reserve(red.key, 1, { 'Idempotency-Key': 'once' });
    expect((await audited('')).length - before).toBe(1);
  });

  it('is read in pages, by time', async () => {
    const { body } = await service.http.get('/audit?limit=1&order=desc').set(bearer(service.admin));
    expect(body).toMatchObject({ items: [expect.anything()], next: expect.any(String) });
    expect(await audited('from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  let service: GuardedService;
  beforeAll(async () => {
    service = await startGuarded();
  });
  afterAll(() => service.stop());

  it('is shared by the keys of one tenant, and by no others', async () => {
    const wishes = [
      { role: 'consumer', tenant: 'red' },
      { role: 'consumer', tenant: 'red' },
      { role: 'consumer', tenant: 'blue' },
      { role: 'operator' },
      { role: 'operator' },
    ] as const;
    const keys = [];
    for (const wish of wishes) keys.push(await service.makeKey(wish));
    const replays = [];
    for (const { key } of keys) {
      const answer = await service.http
        .post('/reservation/subscribe')
        .set({ ...bearer(key), 'Idempotency-Key': 'shared' })
        .send({ inputFilter: [] });
      expect(answer.status).toBe(201);
      replays.push(answer.headers['idempotency-replayed']);
    }
    expect(replays).toEqual([undefined, 'true', undefined, undefined, undefined]);
  });

  it('of a machine is its own: what two services send under one key is received from both', async () => {
    const sent = [];
    for (const changeId of ['one', 'other']) {
      const { key } = await service.makeKey({ role: 'machine', scopes: ['notify'] });
      const headers = { ...bearer(key), 'Idempotency-Key': 'first' };
      const answer = await service.http
        .post('/capacity/compute/notification')
        .set(headers)
        .send({ changeId });
      sent.push(answer.status);
    }
    expect(sent).toEqual([204, 204]);
    const inbox = await service.http.get('/notifications').set(bearer(service.admin));
    expect(inbox.body.items).toMatchObject([
      { notification: { changeId: 'one' } },
      { notification: { changeId: 'other' } },
    ]);
  });
});
