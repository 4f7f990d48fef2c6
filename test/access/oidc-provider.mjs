import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/**
 * A real OpenID provider on loopback. It runs in its own process because Jest can't load its package. Messages: `rotate` replaces its keys;
 * `forged` signs any claims with its key, or as the test specifies; while `away`, it answers 500; `publish` is what it has in place of its keys. Each message is answered by a message.
 */
const SECRET = 'a-secret-of-every-client-0123456789';
const CALLERS = {
  red: { roles: ['consumer'], tenant: 'red' },
  homeless: { roles: ['consumer'] },
  ops: { roles: ['operator', 'consumer'], tenant: 'red' },
  boss: { roles: ['admin'] },
  reader: { roles: 'auditor' },
  scraper: { roles: ['metrics'] },
  stranger: { roles: ['gardener'] },
};

const clients = Object.keys(CALLERS).map((client_id) => ({
  client_id,
  client_secret: SECRET,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_post',
}));

let serve;
let signing;
let keyReads = 0;
let isAway = false;
/** Instead of its own keys. */
let published;
const server = createServer((request, response) => {
  if (isAway) return response.writeHead(500).end();
  if (!request.url.startsWith('/jwks')) return serve(request, response);
  keyReads += 1;
  if (!published) return serve(request, response);
  return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(published));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

async function renew(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  signing = { privateKey, kid };
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    clients,
    ttl: { ClientCredentials: 600 },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: '',
          audience: resource.replace('urn:', ''),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (_context, token) => CALLERS[token.clientId],
  });
  serve = provider.callback();
}

async function forge({ claims, alg = 'RS256', kid = signing.kid, otherKey = false, secret }) {
  const key = secret
    ? Buffer.from(secret)
    : otherKey
      ? (await generateKeyPair(alg)).privateKey
      : signing.privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
}

let rotations = 0;
process.on('message', async ({ id, rotate, forged, away = isAway, publish = published }) => {
  if (rotate) await renew(`key-${++rotations}`);
  isAway = away;
  published = publish;
  process.send({ id, keyReads, token: forged && (await forge(forged)) });
});
process.on('disconnect', () => process.exit());
await renew('key-0');
process.send({ issuer, secret: SECRET });
