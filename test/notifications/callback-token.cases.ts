import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { answering, startReceiver, type Receiver } from './receiver.js';
import { newSubscriber, notification, startTelling, tell, type Subscriber } from './telling.js';

const PATHS = [
  ['/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores', zoneId: 'z1' }],
  ['/capacity/network/subscribe', { networkResourceTypeId: 'publicIps' }],
  ['/capacity/storage/subscribe', { storageResourceTypeId: 'volumes' }],
  ['/reservation/subscribe', { inputFilter: [] }],
] as const;

const BAD: readonly [what: string, value: unknown][] = [
  ['empty', ''],
  ['with a space', 'with a space'],
  ['not ASCII', 'naïve'],
  ['with a line end', 'line\n'],
  ['too long', 'x'.repeat(4097)],
  ['a number', 5],
  ['a list', ['t']],
  ['an object', { t: 't' }],
];

/** Every visible ASCII character. */
const VISIBLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

const newToken = (): string => `tok-${randomBytes(18).toString('hex')}`;

describe('a callbackToken', () => {
  let service: RunningService;
  let [receiver, other]: Receiver[] = [];
  beforeAll(async () => {
    service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '3600' } });
    await service.provider({ cores: 8 }, { zone: 'z1' });
    [receiver, other] = [await startReceiver(), await startReceiver()];
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await other.stop();
  });
  beforeEach(() => receiver.behave(answering(204)));

  async function subscribed(callbackToken?: string, callbackUri = receiver.url): Promise<Subscriber> {
    const { body } = await service.http
      .post('/reservation/subscribe')
      .send({ inputFilter: [], callbackUri, callbackToken })
      .expect(201);
    return { id: body.reservationChangeSubscriptionId, secret: body.secret, callbackUri };
  }

  const change = (id: string, body: object) => service.http.patch(`/subscriptions/${id}`).send(body);

  /** The `Authorization` that a receiver gets with a new notification. */
  async function sentTo({ id }: Subscriber, at = receiver): Promise<string | undefined> {
    const before = at.received.length;
    await service.http.post(`/subscriptions/${id}/test`).expect(202);
    await eventually(() => Promise.resolve(expect(at.received.length).toBeGreaterThan(before)));
    return at.received.at(-1)?.headers.authorization;
  }

  it.each(PATHS)('given at %s is sent as a bearer token', async (path, body) => {
    const callbackUri = `${receiver.url}${path}`;
    const { body: made } = await service.http
      .post(path)
      .send({ ...body, callbackUri, callbackToken: VISIBLE })
      .expect(201);
    const id = made.reservationChangeSubscriptionId ?? made.capacityChangeSubscriptionId;
    await service.http.post(`/subscriptions/${id}/test`).expect(202);
    await eventually(() => {
      const sent = receiver.received.filter((one) => one.path.startsWith(path));
      expect(sent.some((one) => one.body.test === true)).toBe(true);
      for (const { headers } of sent) expect(headers.authorization).toBe(`Bearer ${VISIBLE}`);
      return Promise.resolve();
    });
  });

  it('of 4096 characters is sent, and null is none', async () => {
    const long = 'x'.repeat(4096);
    expect(await sentTo(await subscribed(long))).toBe(`Bearer ${long}`);
    const { body } = await service.http
      .post('/reservation/subscribe')
      .send({ inputFilter: [], callbackUri: receiver.url, callbackToken: null })
      .expect(201);
    expect(await sentTo({ id: body.reservationChangeSubscriptionId, secret: '' })).toBeUndefined();
  });

  it.each(BAD)('400: %s', async (_, callbackToken) => {
    const to = await subscribed('good');
    const answers = [
      await change(to.id, { callbackToken }),
      ...(await Promise.all(
        PATHS.map(([path, body]) =>
          service.http.post(path).send({ ...body, callbackUri: receiver.url, callbackToken }),
        ),
      )),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'invalid-request']);
      const detail = 'callbackToken must be 1 to 4096 visible ASCII characters';
      expect(body.errors).toEqual([{ pointer: '/callbackToken', detail }]);
    }
    expect(await sentTo(to)).toBe('Bearer good');
  });

  it('400: without an address of its own, to which it would go', async () => {
    const detail = 'callbackToken needs a callbackUri to be sent to';
    const errors = [{ pointer: '/callbackToken', detail }];
    const callbackToken = newToken();
    for (const callbackUri of [undefined, null]) {
      const made = await service.http
        .post('/reservation/subscribe')
        .send({ inputFilter: [], callbackUri, callbackToken });
      expect([made.status, made.body.errors]).toEqual([400, errors]);
    }
    const { id } = await newSubscriber(service);
    const to = await subscribed();
    for (const answer of [
      await change(id, { callbackToken }),
      await change(to.id, { callbackToken, callbackUri: null }),
    ]) {
      expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    }
    expect(await sentTo(to)).toBeUndefined();
  });

  it('is replaced, removed, or kept by a change', async () => {
    const [first, second] = [newToken(), newToken()];
    const to = await subscribed();
    await change(to.id, { callbackToken: first }).expect(200);
    expect(await sentTo(to)).toBe(`Bearer ${first}`);
    await change(to.id, { inputFilter: [] }).expect(200);
    await change(to.id, { callbackUri: `${receiver.url.toUpperCase()}/elsewhere` }).expect(200);
    expect(await sentTo(to)).toBe(`Bearer ${first}`);
    await change(to.id, { callbackToken: second }).expect(200);
    expect(await sentTo(to)).toBe(`Bearer ${second}`);
    await change(to.id, { callbackToken: null }).expect(200);
    expect(await sentTo(to)).toBeUndefined();
  });

  it('goes to no other receiver: another origin, or none, drops it, and the way back does not bring it again', async () => {
    const to = await subscribed(newToken());
    await change(to.id, { callbackUri: other.url }).expect(200);
    expect(await sentTo(to, other)).toBeUndefined();
    await change(to.id, { callbackUri: receiver.url }).expect(200);
    expect(await sentTo(to)).toBeUndefined();
    const token = newToken();
    await change(to.id, { callbackUri: other.url, callbackToken: token }).expect(200);
    expect(await sentTo(to, other)).toBe(`Bearer ${token}`);
    await change(to.id, { callbackUri: null }).expect(200);
    await change(to.id, { callbackUri: other.url }).expect(200);
    expect(await sentTo(to, other)).toBeUndefined();
  });

  it('goes to no other receiver, even if a row is changed past the service', async () => {
    const to = await subscribed(newToken());
    await service.dataSource.query('update subscriptions set callback_uri = $2 where id = $1', [
      to.id,
      other.url,
    ]);
    const told = notification({ ...to, callbackUri: other.url });
    await tell(service, told);
    await eventually(async () => {
      const { body } = await service.http.get(`/deliveries/${told.id}`).expect(200);
      expect(body).toMatchObject({ state: 'waiting', log: [{ outcome: 'secret-unreadable' }] });
    });
    expect(other.received.map(({ id }) => id)).not.toContain(told.id);
  });

  it('does not follow a redirect', async () => {
    const to = await subscribed(newToken());
    receiver.behave(answering(307, { location: `${other.url}/capacity/compute/notification` }));
    const before = other.received.length;
    const told = notification(to);
    await tell(service, told);
    await eventually(async () => {
      const { body } = await service.http.get(`/deliveries/${told.id}`).expect(200);
      expect(body.log).toMatchObject([{ outcome: 'status', status: 307 }]);
    });
    expect(other.received).toHaveLength(before);
  });

  it('that is new makes waiting notifications due at once', async () => {
    const [old, fresh] = [newToken(), newToken()];
    receiver.behave(({ headers }, response) => {
      response.writeHead(headers.authorization === `Bearer ${fresh}` ? 204 : 401).end();
    });
    const to = await subscribed(old);
    const told = notification(to);
    await tell(service, told);
    const state = async () => (await service.http.get(`/deliveries/${told.id}`)).body;
    await eventually(async () => expect(await state()).toMatchObject({ log: [{ status: 401 }] }));
    await change(to.id, { callbackToken: fresh }).expect(200);
    await eventually(async () => expect(await state()).toMatchObject({ state: 'delivered' }));
  });
});
