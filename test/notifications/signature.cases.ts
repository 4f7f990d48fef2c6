import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';
import { startReceiver, type Received, type Receiver } from './receiver.js';
import { newSubscriber, notification, startTelling, tell, type Subscriber } from './telling.js';

function verify(secret: string, { text, headers }: Received, altered = text): unknown {
  return new Webhook(secret).verify(altered, headers as Record<string, string>);
}

function signaturesOf({ headers }: Received): string[] {
  return String(headers['webhook-signature']).split(' ');
}

describe('signature', () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startTelling();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function received(to: Subscriber, body: object = {}): Promise<Received> {
    const told = notification(to, { body });
    await tell(service, told);
    return eventually(() => {
      const found = receiver.received.find(({ id }) => id === told.id);
      if (!found) throw new Error('not received');
      return Promise.resolve(found);
    });
  }

  it('signs so that an independent verifier accepts it, and nothing that was altered', async () => {
    const to = await newSubscriber(service, receiver.url);
    const one = await received(to, { text: 'ключ ☃ "quoted"' });
    expect(verify(to.secret, one)).toEqual({ text: 'ключ ☃ "quoted"' });
    expect(() => verify(to.secret, one, `${one.text} `)).toThrow('No matching signature');
    const other = await newSubscriber(service, receiver.url);
    expect(() => verify(other.secret, one)).toThrow('No matching signature');
  });

  it('signs with two secrets after a rotation, and with the new one alone a day later', async () => {
    const to = await newSubscriber(service, receiver.url);
    const { body } = await service.http.post(`/subscriptions/${to.id}/rotate-secret`).expect(200);
    const until = new Date((service.clock.now() + 86_400) * 1000).toISOString().replace('.000', '');
    expect(body).toEqual({ subscriptionId: to.id, secret: expect.any(String), previousSecretUntil: until });
    expect(body.secret).not.toBe(to.secret);
    const both = await received(to);
    expect(signaturesOf(both)).toHaveLength(2);
    verify(to.secret, both);
    verify(body.secret, both);

    service.clock.advance(86_400);
    const later = await received(to);
    service.clock.advance(-86_400);
    expect(signaturesOf(later)).toHaveLength(1);
    expect(() => verify(to.secret, later)).toThrow();
  });

  it('sends unsigned to a subscription from before there were secrets, until it gets one', async () => {
    const to = await newSubscriber(service, receiver.url);
    await service.dataSource.query(`update subscriptions set sealed_secret = null where id = $1`, [to.id]);
    const unsigned = await received(to);
    expect(unsigned.headers).not.toHaveProperty('webhook-signature');
    const { body } = await service.http.post(`/subscriptions/${to.id}/rotate-secret`).expect(200);
    const signed = await received(to);
    expect(signaturesOf(signed)).toHaveLength(1);
    verify(body.secret, signed);
  });

  it('shows a secret only once, to its creator, and stores it sealed', async () => {
    const to = await newSubscriber(service, receiver.url);
    const key = to.secret.slice('whsec_'.length);
    await received(to);
    for (const path of [
      '/subscriptions?limit=1000',
      `/subscriptions/${to.id}`,
      `/subscriptions/${to.id}/deliveries`,
      '/openapi.json',
    ]) {
      expect((await service.http.get(path).expect(200)).text).not.toContain(key);
    }
    const tables = await service.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await service.dataSource.query(`select * from "${name}"`);
      expect(JSON.stringify(rows)).not.toContain(key);
    }
  });

  it('sends nothing it can not sign', async () => {
    const to = await newSubscriber(service, receiver.url);
    const other = await newSubscriber(service, receiver.url);
    await service.dataSource.query(
      `update subscriptions set sealed_secret = (select sealed_secret from subscriptions where id = $2) where id = $1`,
      [to.id, other.id],
    );
    const told = notification(to);
    await tell(service, told);
    await eventually(async () => {
      const { body } = await service.http.get(`/deliveries/${told.id}`).expect(200);
      expect(body).toMatchObject({ state: 'waiting', log: [{ number: 1, outcome: 'secret-unreadable' }] });
    });
    expect(receiver.received.map(({ id }) => id)).not.toContain(told.id);
  });

  // Regression: for a day after the rotation, too, nothing was sent.
  it('sends with the new secret alone after the rotation of one that can not be read', async () => {
    const to = await newSubscriber(service, receiver.url);
    await service.dataSource.query(
      `update subscriptions set sealed_secret = left(sealed_secret, -4) || 'AAAA' where id = $1`,
      [to.id],
    );
    const { body } = await service.http.post(`/subscriptions/${to.id}/rotate-secret`).expect(200);
    const one = await received(to);
    expect(signaturesOf(one)).toHaveLength(1);
    verify(body.secret, one);
  });

  it.each(['rotate-secret', 'enable', 'test', 'redeliver', 'deliveries'])(
    '404: %s of a subscription that is not there',
    async (command) => {
      const method = command === 'deliveries' ? 'get' : 'post';
      for (const id of [
        '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
        'x',
        'ResourcePool:0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
      ]) {
        const answer = await service.http[method](`/subscriptions/${id}/${command}`).expect(404);
        expect(answer.body.code).toBe('unknown-subscription');
      }
    },
  );
});
