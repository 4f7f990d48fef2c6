import { randomBytes } from 'node:crypto';
import { SealedStore, SEALED_COLUMNS } from '../../src/security/sealed-store.js';
import { everyRow, holds } from '../process/canaries.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase } from '../support/test-database.js';
import { startReceiver, type Behaviour } from './receiver.js';
import { notification, startTelling, states, tell } from './telling.js';

const newToken = (): string => `tok-${randomBytes(18).toString('hex')}`;

describe('a callbackToken is a secret', () => {
  /** Repeats the token wherever an answer has room for it. */
  const repeating: Behaviour = ({ headers, text }, response) => {
    const token = String(headers.authorization).slice('Bearer '.length);
    response.writeHead(500, token, { 'x-token': token, 'retry-after': token }).end(`${token} ${text}`);
  };

  it('in no answer and in no row, also where a receiver repeats it and a request is repeated', async () => {
    const service = await startTelling({ environment: { CALLBACK_RETRY_SECONDS: '3600' } });
    const receiver = await startReceiver(repeating);
    const tokens = [newToken(), newToken()];
    const answers: string[] = [];
    const keyed = async (key: string, method: 'post' | 'patch', path: string, body: object) => {
      const answer = await service.http[method](path).set('Idempotency-Key', key).send(body);
      answers.push(answer.text);
      return answer;
    };
    const body = { inputFilter: [], callbackUri: receiver.url, callbackToken: tokens[0] };
    const made = await keyed('one', 'post', '/reservation/subscribe', body);
    const again = await keyed('one', 'post', '/reservation/subscribe', body);
    expect([made.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      made.text,
      'true',
    ]);
    const id: string = made.body.reservationChangeSubscriptionId;
    const path = `/subscriptions/${id}`;
    const changed = await keyed('two', 'patch', path, { callbackToken: tokens[1] });
    const repeated = await keyed('two', 'patch', path, { callbackToken: tokens[1] });
    expect([changed.status, repeated.text]).toEqual([200, changed.text]);
    expect(changed.body).toEqual((await service.http.get(path)).body);
    const reused = await keyed('two', 'patch', path, { callbackToken: tokens[0] });
    expect([reused.status, reused.body.code]).toEqual([400, 'idempotency-key-reused']);

    const told = notification({ id, secret: '', callbackUri: receiver.url });
    await tell(service, told);
    await eventually(async () => {
      const { body: delivery } = await service.http.get(`/deliveries/${told.id}`);
      expect(delivery.log).toMatchObject([{ outcome: 'status', status: 500 }]);
    });
    expect(receiver.received.at(-1)?.headers.authorization).toBe(`Bearer ${tokens[1]}`);
    for (const read of [
      '/subscriptions',
      path,
      `${path}/deliveries`,
      '/deliveries',
      `/deliveries/${told.id}`,
      '/metrics',
      '/openapi.json',
    ]) {
      answers.push((await service.http.get(read).expect(200)).text);
    }
    const rows = await everyRow(service.database.url);
    expect(rows.get('subscriptions')).toMatch(/"sealed_token":"v1:k1:/);
    // A fingerprint of a short token would give it away.
    expect(rows.get('idempotency_keys')).not.toMatch(/"fingerprint":"/);
    const places = new Map([...rows, ['answers', answers.join('\n')]]);
    const found = [...places].filter(([, text]) => tokens.some((token) => holds(text, token)));
    expect(found.map(([place]) => place)).toEqual([]);
    await service.stop();
    await receiver.stop();
  });

  it('that comes under the current key with the others, and is sent without the old key', async () => {
    const [OLD, NEW] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
    const database = await createTestDatabase();
    const receiver = await startReceiver();
    const withKeys = (...keys: string[]) =>
      startTelling({ database, environment: { CREDENTIAL_KEYS: keys.join(',') } });
    const token = newToken();
    const before = await withKeys(OLD);
    const { body } = await before.http
      .post('/reservation/subscribe')
      .send({ inputFilter: [], callbackUri: receiver.url, callbackToken: token });
    await before.stop();
    const rotating = await withKeys(NEW, OLD);
    const column = SEALED_COLUMNS.find((one) => one.column === 'sealed_token');
    if (!column) throw new Error('the column is not known');
    const uses = async () => (await rotating.app.get(SealedStore).keysInUse(column)).map((use) => use.keyId);
    await eventually(async () => expect(await uses()).toEqual(['k2']));
    await rotating.stop();
    const after = await withKeys(NEW);
    const to = { id: body.reservationChangeSubscriptionId, secret: '', callbackUri: receiver.url };
    await tell(after, notification(to));
    await eventually(async () => expect(await states(after)).toEqual({ delivered: 1 }));
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
    await after.stop();
    await receiver.stop();
    await database.drop();
  });
});
