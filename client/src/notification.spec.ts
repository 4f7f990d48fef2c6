import { Webhook } from 'standardwebhooks';
import { NotificationRejected, verifyNotification, type HeaderSource } from './notification.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = new Date('2030-06-01T10:00:00Z');
const BODY = '{"changeId":"n-1","ключ":"☃"}';

function signed(at = NOW, secret = SECRET, body = BODY): Record<string, string> {
  return {
    'webhook-id': 'n-1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('n-1', at, body),
    'headroom-position': '4',
  };
}

const verify = (
  headers: HeaderSource,
  body: string | Uint8Array = BODY,
  secret: string | readonly string[] = SECRET,
) => verifyNotification(headers, body, secret, { now: NOW });

/** Why it is forged, its headers, and its body where that differs. */
const FORGED: readonly (readonly [string, HeaderSource, string?])[] = [
  ['was altered', signed(), '{"changeId":"n-2"}'],
  ['has another secret', signed(NOW, OTHER)],
  ['has another id', { ...signed(), 'webhook-id': 'n-2' }],
  ['is old', signed(new Date(NOW.getTime() - 301_000))],
  ['is of the future', signed(new Date(NOW.getTime() + 301_000))],
  ['has no time', { ...signed(), 'webhook-timestamp': 'now' }],
  ['is not signed', { ...signed(), 'webhook-signature': undefined }],
  [
    'has another version',
    { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v9') },
  ],
  ['has half a signature', { ...signed(), 'webhook-signature': signed()['webhook-signature'].slice(0, 20) }],
  ['has no base64', { ...signed(), 'webhook-signature': 'v1,§§' }],
];

describe('verifyNotification', () => {
  it('gives a notification that was signed as Standard Webhooks say', async () => {
    const expected = { id: 'n-1', position: 4, body: { changeId: 'n-1', ключ: '☃' } };
    expect(await verify(signed())).toEqual(expected);
    expect(await verify(new Headers(signed()), Buffer.from(BODY))).toEqual(expected);
  });

  it('takes any of several signatures and secrets', async () => {
    const both = `${signed(NOW, OTHER)['webhook-signature']} ${signed()['webhook-signature']}`;
    await expect(verify({ ...signed(), 'webhook-signature': both })).resolves.toMatchObject({ id: 'n-1' });
    await expect(verify(signed(), BODY, [OTHER, SECRET])).resolves.toMatchObject({ id: 'n-1' });
  });

  it.each(FORGED.map(([title, headers, body = BODY]) => [title, headers, body] as const))(
    'refuses one that %s',
    async (_, headers, body) => {
      await expect(verify(headers, body)).rejects.toBeInstanceOf(NotificationRejected);
    },
  );

  it.each(['', 'whsec_', 'plain'])('says that %j is no secret', async (secret) => {
    await expect(verify(signed(), BODY, secret)).rejects.toThrow(/whsec_/);
    await expect(verify(signed(), BODY, [secret, OTHER])).rejects.toThrow(/whsec_/);
  });

  // Regression: an unusable secret threw before the others were tried.
  it.each(['', 'whsec_', 'plain', undefined as never])(
    'tries the secrets after an unusable %j',
    async (secret) => {
      await expect(verify(signed(), BODY, [secret, SECRET])).resolves.toMatchObject({ id: 'n-1' });
    },
  );

  it('takes names of headers in capitals', async () => {
    const headers = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
    const expected = { id: 'n-1', position: 4 };
    await expect(verify(Object.fromEntries(headers) as HeaderSource)).resolves.toMatchObject(expected);
  });

  // Regression: the error of the parser came through.
  it.each(['', '{"changeId":', 'null', '"n-1"'])('refuses the signed body %j', async (body) => {
    await expect(verify(signed(NOW, SECRET, body), body)).rejects.toBeInstanceOf(NotificationRejected);
  });
});
