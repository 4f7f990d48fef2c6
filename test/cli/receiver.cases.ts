import { once } from 'node:events';
import { connect } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { openReceiver } from '../../cli/src/receiver.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function signed(secret: string, body: string): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': 'n-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('n-1', at, body),
  };
}

describe('the receiver of headroom listen', () => {
  it('accepts each signed notification once, and refuses others', async () => {
    const taken: string[] = [];
    const refused: string[] = [];
    const receiver = await openReceiver('127.0.0.1', 0, {
      onNotification: ({ id }) => taken.push(id),
      onRejected: (reason) => refused.push(reason),
    });
    const send = async (secret: string, body = '{}'): Promise<number> =>
      (await fetch(receiver.url, { method: 'POST', headers: signed(secret, body), body })).status;
    expect(await send(SECRET)).toBe(503);
    receiver.secret = SECRET;
    expect([await send(SECRET), await send(SECRET)]).toEqual([204, 204]);
    expect(await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(401);
    expect((await fetch(receiver.url)).status).toBe(405);
    expect([taken, refused]).toEqual([['n-1'], ['no signature fits']]);
    await receiver.close();
  });

  it('answers the challenge of a subscribe, before it knows the secret', async () => {
    const receiver = await openReceiver('127.0.0.1', 0, {
      onNotification: () => undefined,
      onRejected: () => undefined,
    });
    const headers = { ...signed(SECRET, '{"challenge":"abc"}'), 'headroom-challenge': 'abc' };
    const response = await fetch(receiver.url, { method: 'POST', headers, body: '{"challenge":"abc"}' });
    expect([response.status, await response.json()]).toEqual([200, { challenge: 'abc' }]);
    await receiver.close();
  });

  it('accepts what a reservation with many containers makes', async () => {
    const taken: number[] = [];
    const receiver = await openReceiver('127.0.0.1', 0, {
      onNotification: ({ body }) => taken.push(JSON.stringify(body).length),
      onRejected: () => undefined,
    });
    receiver.secret = SECRET;
    const body = JSON.stringify({ changeId: 'n-1', filler: 'x'.repeat(500_000) });
    const response = await fetch(receiver.url, { method: 'POST', headers: signed(SECRET, body), body });
    expect([response.status, taken]).toEqual([204, [body.length]]);
    await receiver.close();
  });

  it('goes on after a request that was cut in its body', async () => {
    const receiver = await openReceiver('127.0.0.1', 0, {
      onNotification: () => undefined,
      onRejected: () => undefined,
    });
    receiver.secret = SECRET;
    const cut = connect(Number(new URL(receiver.url).port), '127.0.0.1');
    cut.end('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\n{').resume();
    // An unhandled rejection in the meantime fails the test, as it would end the command.
    await once(cut, 'close');
    const response = await fetch(receiver.url, { method: 'POST', headers: signed(SECRET, '{}'), body: '{}' });
    expect(response.status).toBe(204);
    await receiver.close();
  });
});
