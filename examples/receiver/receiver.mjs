// Receives notifications: checks who sent them, acknowledges, and prints each one once. Plain Node, nothing to install.
//
//   SECRET=whsec_… PORT=4000 node examples/receiver/receiver.mjs
//
// SECRET is the `secret` of the answer to the subscribe; several, separated by spaces, while one is being exchanged; `none`
// before there is one, to answer the challenge of the subscribe.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const TOLERANCE_SECONDS = 300;
/** A reservation of 1,000 containers makes notifications of a third of that. */
const LARGEST_BODY_BYTES = 1024 * 1024;
const REMEMBERED_IDS = 100_000;

const keys = (process.env.SECRET ?? '')
  .split(/\s+/)
  .filter((secret) => secret.startsWith('whsec_'))
  .map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
if (keys.length === 0 && process.env.SECRET !== 'none') {
  console.error(
    'SECRET: expected the secret of the subscription, which begins with whsec_, or none before there is one',
  );
  process.exit(1);
}

/** Ids that were taken in. A real receiver would store them with the effect of the notification, in one transaction. */
const seen = new Set();

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(`failed: ${error}`);
    response.destroy();
  });
});

async function answer(request, response) {
  const body = await bodyOf(request);
  if (body === undefined) return response.writeHead(413, { Connection: 'close' }).end();
  const { 'headroom-challenge': challenge } = request.headers;
  if (request.method === 'POST' && challenge !== undefined) return agree(response, challenge);
  const refusal = request.method === 'POST' ? flawOf(request.headers, body) : 'only POST is taken';
  if (refusal) {
    console.error(`refused: ${refusal}`);
    return response.writeHead(401).end();
  }
  const id = request.headers['webhook-id'];
  // The same id again is the same notification again: it is acknowledged, and that is all.
  if (!seen.has(id)) {
    remember(id);
    takeIn(request, body);
  }
  response.writeHead(204).end();
}

/**
 * Before a subscription names this receiver, the service may ask whether that is wanted (CALLBACK_CHALLENGE). Its secret is
 * not known here yet, so the signature can't be checked; the answer says no more than the question.
 */
function agree(response, challenge) {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ challenge }));
}

/** What a receiver does with a notification. Do little before acknowledging: who takes longer than 15 s is asked again. */
function takeIn({ url, headers }, body) {
  const notification = JSON.parse(body.toString('utf8'));
  // No change: its figures are zeros, and its position says nothing about the order of changes.
  if (notification.test) return console.error('received a test event');
  const position = Number(headers['headroom-position']);
  console.log(JSON.stringify({ path: url, position, notification }));
}

/** Says why a request is not from who it should be; undefined: it is. The signature is of the bytes, before any parsing. */
function flawOf(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'a webhook- header is missing';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // An old signature may be a recording that somebody plays back. (NaN is not small either.)
  if (!(age <= TOLERANCE_SECONDS)) return `the timestamp is ${age} seconds off`;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = keys.map((key) => createHmac('sha256', key).update(signed).digest());
  const isGenuine = signatures.split(' ').some((signature) => {
    const [version, code = ''] = signature.split(',');
    const given = Buffer.from(code, 'base64');
    return (
      version === 'v1' && expected.some((own) => own.length === given.length && timingSafeEqual(own, given))
    );
  });
  return isGenuine ? undefined : 'no signature fits';
}

function remember(id) {
  seen.add(id);
  if (seen.size > REMEMBERED_IDS) seen.delete(seen.values().next().value);
}

/** Undefined when it is too large; the rest of it is thrown away. */
function bodyOf(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.length;
      if (size > LARGEST_BODY_BYTES) resolve(undefined);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

server.listen(Number(process.env.PORT ?? 4000), process.env.HOST ?? '127.0.0.1', () => {
  const { address, port } = server.address();
  console.error(`receiving at http://${address}:${port}`);
});
