// Prints how many workers fit, whenever that changes: node examples/follow-capacity.mjs --zone demo --keep 8 --per-worker 4
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createHeadroom, unwrap, verifyNotification } from '@headroom/client';

const { values } = parseArgs({
  options: {
    zone: { type: 'string', default: 'demo' },
    keep: { type: 'string', default: '8' },
    'per-worker': { type: 'string', default: '4' },
  },
});
const { http } = createHeadroom({
  baseUrl: process.env.HEADROOM_URL ?? 'http://127.0.0.1:3000',
  token: process.env.HEADROOM_API_KEY,
});
const subject = { zoneId: values.zone, computeResourceTypeId: 'cpuCores' };

let secret;
let position = -1;
const server = createServer(async (request, response) => {
  try {
    const notification = await verifyNotification(request.headers, await buffer(request), secret ?? []);
    if (!notification.body.test) takeIn(notification);
    response.writeHead(204).end();
  } catch (error) {
    console.error(String(error));
    response.writeHead(401).end();
  }
});

/** Not for test events: their figures are zeros, and their positions are above those of values that still wait. */
function takeIn(notification) {
  // One that was sent again may arrive after a newer one.
  if (notification.position > position) scale(notification.body.capacityInformation.available);
  position = Math.max(position, notification.position);
}

function scale(available) {
  const workers = Math.max(0, Math.floor((available - Number(values.keep)) / Number(values['per-worker'])));
  console.log(JSON.stringify({ available, workers }));
}

await once(server.listen(0, '127.0.0.1'), 'listening');
const callbackUri = `http://127.0.0.1:${server.address().port}`;
const subscribed = await unwrap(
  http.POST('/capacity/compute/subscribe', { body: { ...subject, callbackUri } }),
);
secret = subscribed.secret;

// What holds at the beginning is asked; what changes from then on is told.
const now = await unwrap(http.GET('/capacity/compute/query', { params: { query: subject } }));
// A notification may have come before this answer.
if (position === -1) scale(now.capacityInformation.available);

await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
const id = subscribed.capacityChangeSubscriptionId;
await unwrap(http.DELETE('/subscriptions/{id}', { params: { path: { id } } }));
server.close();
server.closeAllConnections();
