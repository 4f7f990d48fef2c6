import type { ServerResponse } from 'node:http';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';
import { answering, startReceiver, type Behaviour, type Receiver } from './receiver.js';
import { startExample, stopExamples } from './example.js';

const ALLOWED = { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' };

const echoing: Behaviour = ({ body }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function subscribe({ http }: RunningService, callbackUri: string) {
  return http.post('/reservation/subscribe').send({ inputFilter: [], callbackUri });
}

describe('with CALLBACK_CHALLENGE=on', () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startService({ environment: { ...ALLOWED, CALLBACK_CHALLENGE: 'on' } });
    receiver = await startReceiver(echoing);
  });
  afterAll(async () => {
    stopExamples();
    await service.stop();
    await receiver.stop();
  });

  it('a receiver that echoes the challenge is subscribed, and asked at its own address', async () => {
    receiver.behave(echoing);
    const { status, body } = await subscribe(service, `${receiver.url}/hook?token=t`);
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { path, headers, body: asked } = receiver.received.at(-1) ?? {};
    expect(path).toBe('/hook?token=t');
    expect(asked).toEqual({ challenge: headers?.['headroom-challenge'] });
    expect(headers).toMatchObject({
      connection: 'close',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });

  it.each<[string, Behaviour]>([
    ['acknowledges only', answering(204)],
    ['refuses', answering(404)],
    [
      'echoes with another status',
      ({ body }, response) => void response.writeHead(202).end(JSON.stringify(body)),
    ],
    ['answers something else', (_, response) => void response.writeHead(200).end('{"challenge":"x"}')],
    ['answers no JSON', (_, response) => void response.writeHead(200).end('ok')],
    ['redirects', answering(302, { location: '/elsewhere' })],
    ['closes the connection', (_, response) => void response.destroy()],
    ['answers too much', (_, response) => void response.writeHead(200).end(' '.repeat(10_000))],
  ])('one that %s is refused, and nothing has changed', async (_, behaviour) => {
    receiver.behave(behaviour);
    const count = async () =>
      (await service.http.get('/subscriptions?limit=1000')).body.subscriptions?.length;
    const before = await count();
    const { status, body } = await subscribe(service, receiver.url);
    expect([status, body.code, body.errors[0].pointer]).toEqual([
      400,
      'receiver-not-confirmed',
      '/callbackUri',
    ]);
    expect(await count()).toBe(before);
  });

  it('many that do not answer leave other changes of records alone', async () => {
    const open: ServerResponse[] = [];
    receiver.behave((_, response) => void open.push(response));
    const subscribed = Array.from({ length: 8 }, () => subscribe(service, receiver.url));
    const answered = Promise.all(subscribed.map(async (request) => (await request).status));
    await eventually(() => Promise.resolve(expect(open).toHaveLength(4)));
    const kept = await service.http.post('/reservation/subscribe').send({ inputFilter: [] });
    expect(kept.status).toBe(201);
    receiver.behave(answering(204));
    for (const response of open) response.writeHead(204).end();
    // On a busy machine some may get no place in time.
    expect((await answered).filter((status) => status !== 400 && status !== 503)).toEqual([]);
  });

  it('a new address is asked too, and the old one keeps the subscription when it refuses', async () => {
    receiver.behave(echoing);
    const { body } = await subscribe(service, receiver.url);
    const path = `/subscriptions/${body.reservationChangeSubscriptionId}`;
    receiver.behave(answering(204));
    const refused = await service.http.patch(path).send({ callbackUri: `${receiver.url}/new` });
    expect([refused.status, refused.body.code]).toEqual([400, 'receiver-not-confirmed']);
    expect((await service.http.get(path)).body.callbackUri).toBe(receiver.url);
    receiver.behave(echoing);
    const changed = await service.http.patch(path).send({ callbackUri: `${receiver.url}/new` });
    expect([changed.status, changed.body.callbackUri]).toEqual([200, `${receiver.url}/new`]);
  });

  it('the example answers it, before it knows a secret', async () => {
    const example = await startExample(0, 'none');
    expect((await subscribe(service, example.url)).status).toBe(201);
  });
});

describe('subscriptions are limited', () => {
  let service: RunningService;
  beforeAll(async () => {
    const limits = { SUBSCRIPTIONS_PER_TENANT: '3', SUBSCRIPTIONS_PER_ORIGIN: '2' };
    service = await startService({ environment: { ...ALLOWED, ...limits } });
  });
  afterAll(() => service.stop());

  const made = (tenant?: string, callbackUri?: string) => {
    const request = service.http.post('/reservation/subscribe');
    if (tenant) void request.set('Headroom-Tenant', tenant);
    return request.send({ inputFilter: [], callbackUri });
  };

  it('per tenant, also by many at once', async () => {
    const uriOf = (port: number): string => `http://127.0.0.1:${port + 1}/`;
    const answers = await Promise.all(Array.from({ length: 8 }, (_, port) => made('many', uriOf(port))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('too-many-subscriptions');
    expect((await made('other')).status).toBe(201);
    expect((await made()).status).toBe(201);
  });

  it("per tenant and receiver's origin in any spelling, and at a change of the address too", async () => {
    const uris = ['http://127.0.0.1:9/a', 'HTTP://127.1:9?b', 'http:\\\\127.0.0.1.:09'];
    const statuses: number[] = [];
    for (const uri of uris) statuses.push((await made('origin', uri)).status);
    expect(statuses).toEqual([201, 201, 400]);
    expect((await made('other-origin', uris[0])).status).toBe(201);
    expect((await made(undefined, uris[0])).status).toBe(201);
    const { status, body } = await made('origin', 'http://127.0.0.1:90/a');
    expect(status).toBe(201);
    const changed = await service.http
      .patch(`/subscriptions/${body.reservationChangeSubscriptionId}`)
      .send({ callbackUri: uris[0] });
    expect([changed.status, changed.body.code, changed.body.errors[0].pointer]).toEqual([
      400,
      'too-many-subscriptions',
      '/callbackUri',
    ]);
  });

  // Regression: each of 10,000 stored what it was told at every change, with no receiver to answer for.
  it('without an address, as if they had the same receiver', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await made('pollers')).status);
    expect(statuses).toEqual([201, 201, 400]);
    const { body } = await made('pollers');
    expect([body.code, body.errors[0].pointer]).toEqual(['too-many-subscriptions', '/callbackUri']);
    expect((await made('pollers', 'http://127.0.0.1:9/a')).status).toBe(201);
    expect((await made('other-pollers')).status).toBe(201);
  });

  it('shows an address without the values of its query', async () => {
    const { body } = await made('shown', 'http://127.0.0.1:91/hook?token=hunter2hunter2&x');
    const id = body.reservationChangeSubscriptionId;
    const one = await service.http.get(`/subscriptions/${id}`);
    expect(one.body.callbackUri).toBe('http://127.0.0.1:91/hook?token=***&***');
    const all = await service.http.get('/subscriptions?tenant=shown');
    expect(all.status).toBe(200);
    expect(all.text).not.toContain('hunter2');
  });

  it('keeps the address of which a change repeats what reads show', async () => {
    const uri = 'http://127.0.0.1:92/hook?token=hunter2hunter2';
    const id = (await made('repeated', uri)).body.reservationChangeSubscriptionId as string;
    const { callbackUri } = (await service.http.get(`/subscriptions/${id}`)).body;
    const changed = await service.http.patch(`/subscriptions/${id}`).send({ callbackUri, inputFilter: [] });
    expect([changed.status, changed.body.callbackUri]).toEqual([200, callbackUri]);
    const stored = 'select callback_uri as uri from subscriptions where id = $1';
    expect(await service.dataSource.query(stored, [id])).toEqual([{ uri }]);
  });

  // Regression: a masked address that was read before another change replaced the receiver's token by ***.
  it('refuses an address with a masked value', async () => {
    const { reservationChangeSubscriptionId: id } = (
      await made('stale', 'http://127.0.0.1:93/hook?token=two')
    ).body;
    for (const callbackUri of ['http://127.0.0.1:93/p?token=***', 'http://127.0.0.1:93/hook?a=1&***']) {
      const changed = await service.http.patch(`/subscriptions/${id}`).send({ callbackUri });
      const again = await made('stale', callbackUri);
      for (const { status, body } of [changed, again])
        expect([status, body.errors[0].pointer]).toEqual([400, '/callbackUri']);
    }
  });
});
