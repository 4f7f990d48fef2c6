import { generateKeyPairSync } from 'node:crypto';
import { jest } from '@jest/globals';
import { TestClock } from '../support/test-clock.js';
import { bearer, startGuarded, type GuardedService } from './guarded-service.js';
import { startIssuer, type RunningIssuer } from './oidc-issuer.js';

const realNow = (): number => Math.floor(Date.now() / 1000);

let issuer: RunningIssuer;
let service: GuardedService;

describe('tokens of an OpenID provider', () => {
  beforeAll(async () => {
    issuer = await startIssuer();
    const environment = { AUTH: 'keys,oidc', OIDC_ISSUERS: `https://other.invalid,${issuer.issuer}` };
    service = await startGuarded({ environment, clock: new TestClock(realNow()) });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  const whoami = (token: string) => service.http.get('/whoami').set(bearer(token));
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: issuer.issuer,
    aud: 'headroom',
    sub: 'red',
    exp: service.clock.now() + 300,
    roles: ['consumer'],
    tenant: 'red',
    ...more,
  });

  it.each([
    ['red', { role: 'consumer', tenant: 'red', scopes: [] }],
    ['ops', { role: 'operator', scopes: [] }],
    ['boss', { role: 'admin', scopes: [] }],
    ['reader', { role: 'auditor', scopes: [] }],
    ['scraper', { role: 'machine', scopes: ['metrics'] }],
  ])('of %s make a principal', async (client, expected) => {
    const { status, body } = await whoami(await issuer.token(client));
    expect([status, body]).toEqual([200, { id: `oidc:${client}@${issuer.issuer}`, ...expected }]);
  });

  it('of a caller without a role, or of a consumer without a tenant, are refused with 403', async () => {
    for (const client of ['stranger', 'homeless']) {
      const { status, body } = await whoami(await issuer.token(client));
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  it('of a consumer of several tenants are refused with 403', async () => {
    const of = async (tenant: unknown) => whoami(await issuer.forge({ claims: claims({ tenant }) }));
    expect((await of(['red'])).body).toMatchObject({ role: 'consumer', tenant: 'red' });
    for (const several of [
      ['red', 'blue'],
      ['red', 5],
    ]) {
      const { status, body } = await of(several);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  it.each<[string, string, () => Promise<string>]>([
    ['for another audience', 'invalid', () => issuer.token('red', 'elsewhere')],
    ['of another issuer', 'invalid', () => issuer.forge({ claims: claims({ iss: 'https://evil.invalid' }) })],
    ['signed with another key', 'invalid', () => issuer.forge({ claims: claims(), otherKey: true })],
    [
      'signed with a shared secret',
      'invalid',
      () => issuer.forge({ claims: claims(), alg: 'HS256', secret: 's'.repeat(32) }),
    ],
    ['without an expiry', 'invalid', () => issuer.forge({ claims: claims({ exp: undefined }) })],
    ['without a subject', 'invalid', () => issuer.forge({ claims: claims({ sub: undefined }) })],
    ['with an empty subject', 'invalid', () => issuer.forge({ claims: claims({ sub: '' }) })],
    ['with a long subject', 'invalid', () => issuer.forge({ claims: claims({ sub: 'x'.repeat(256) }) })],
    ['with NUL in the subject', 'invalid', () => issuer.forge({ claims: claims({ sub: 'a\0b' }) })],
    [
      'with half a character as subject',
      'invalid',
      () => issuer.forge({ claims: claims({ sub: '\ud83d' }) }),
    ],
    ['with a number as subject', 'invalid', () => issuer.forge({ claims: claims({ sub: 5 }) })],
    [
      'that begin later',
      'invalid',
      () => issuer.forge({ claims: claims({ nbf: service.clock.now() + 60 }) }),
    ],
    [
      'that are expired',
      'expired',
      () => issuer.forge({ claims: claims({ exp: service.clock.now() - 31 }) }),
    ],
  ])('%s are refused', async (_what, kind, make) => {
    const { status, body, headers } = await whoami(await make());
    expect([status, body.code]).toEqual([401, `credentials-${kind}`]);
    expect(headers['www-authenticate']).toBe('Bearer realm="headroom", error="invalid_token"');
  });

  it('without a signature are refused', async () => {
    const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
    for (const alg of ['none', 'None', 'RS256']) {
      const { status } = await whoami(`${part({ alg, kid: 'key-0' })}.${part(claims())}.`);
      expect(status).toBe(401);
    }
  });

  it('may be 30 seconds late, and are forgotten when they end', async () => {
    const token = await issuer.forge({ claims: claims({ exp: service.clock.now() - 20 }) });
    expect((await whoami(token)).status).toBe(200);
    service.clock.advance(10);
    expect((await whoami(token)).status).toBe(401);
  });

  describe('after a change of its keys', () => {
    // `jose` has a clock of its own.
    const ahead = { milliseconds: 0 };
    const later = (seconds: number) => void (ahead.milliseconds += seconds * 1_000);
    beforeAll(() => {
      const now = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead.milliseconds);
    });
    afterEach(() => issuer.setAway(false));
    afterAll(() => jest.restoreAllMocks());
    const unknownKey = (kid: string) => issuer.forge({ claims: claims(), otherKey: true, kid });

    it('are accepted from the new ones, which are read once however many unknown ones are sent', async () => {
      await issuer.rotate();
      later(3);
      const before = await issuer.keyReads();
      const unknown = await Promise.all([...Array(10).keys()].map((index) => unknownKey(`no-${index}`)));
      const fresh = await issuer.forge({ claims: claims({ sub: 'fresh' }) });
      const [first, ...others] = await Promise.all([fresh, ...unknown].map((token) => whoami(token)));
      expect(first.status).toBe(200);
      // Of those that came while the keys were being read it is not known yet.
      for (const { status } of others) expect([401, 503]).toContain(status);
      expect((await issuer.keyReads()) - before).toBe(1);
    });

    // Regression: whoever sent a token with an invented key made the service refuse those of the next new key for half a minute.
    it('are answered 503 as long as it is not known whether there is a new one, never 401', async () => {
      later(6);
      expect((await whoami(await unknownKey('invented'))).status).toBe(401);
      await issuer.rotate();
      const fresh = await issuer.forge({ claims: claims({ sub: 'at once' }) });
      const { status, body } = await whoami(fresh);
      expect([status, body.code]).toEqual([503, 'identity-unavailable']);
      later(3);
      expect((await whoami(fresh)).status).toBe(200);
    });

    // Regression: a key that the provider had withdrawn was good for ten minutes.
    it('are refused after a minute if their key is no longer published', async () => {
      const [old, older] = [
        await issuer.forge({ claims: claims({ sub: 'old' }) }),
        await issuer.token('boss'),
      ];
      expect((await whoami(old)).status).toBe(200);
      await issuer.rotate();
      later(61);
      expect((await whoami(older)).status).toBe(401);
    });

    it('are accepted from the last ones while they can not be read', async () => {
      const token = await issuer.forge({ claims: claims({ sub: 'meanwhile' }) });
      expect((await whoami(await issuer.token('ops'))).status).toBe(200);
      await issuer.setAway(true);
      later(61);
      expect((await whoami(token)).status).toBe(200);
    });

    // Regression: they were answered 500, and anybody could name such a key.
    it('are refused if they name a key that can not be used', async () => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
      const short = { ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256', use: 'sig' };
      await issuer.publish({ keys: [short, { kty: 'RSA', kid: 'empty', n: '', e: 'AQAB', alg: 'RS256' }] });
      later(61);
      for (const kid of ['short', 'empty']) {
        const { status, body } = await whoami(await unknownKey(kid));
        expect([status, body.code]).toEqual([401, 'credentials-invalid']);
      }
    });
  });
});

describe('an OpenID provider that is away', () => {
  it('is answered 503, never 401', async () => {
    const away = await startIssuer();
    const environment = { AUTH: 'keys,oidc', OIDC_ISSUERS: away.issuer };
    const guarded = await startGuarded({ environment, clock: new TestClock(realNow()) });
    const token = await away.token('red');
    await away.stop();
    const { status, body, headers } = await guarded.http.get('/whoami').set(bearer(token));
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'identity-unavailable', '1']);
    await guarded.stop();
  });
});
