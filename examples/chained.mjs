// Has one service tell another of its reservations: node examples/chained.mjs --from http://region:3000 --to http://central:3000
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createHeadroom, unwrap } from '@headroom/client';

const USAGE = 'node examples/chained.mjs --from <url> --to <url> [--seconds 30]';

function readCommandLine() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        seconds: { type: 'string', default: '30' },
      },
    });
    if (URL.canParse(values.from) && URL.canParse(values.to)) return values;
    console.error(`The addresses of two services are needed.\n\n${USAGE}`);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
  }
  return process.exit(2);
}

const values = readCommandLine();
const {
  HEADROOM_API_KEY: token,
  CENTRAL_API_KEY: centralToken = token,
  CENTRAL_NOTIFY_KEY: callbackToken,
} = process.env;
const region = createHeadroom({ baseUrl: values.from, token });
const central = createHeadroom({ baseUrl: values.to, token: centralToken });

// In full: there the central service answers a challenge, too.
const callbackUri = `${values.to.replace(/\/+$/, '')}/capacity/compute/notification`;
const subscribe = { inputFilter: [], callbackUri, callbackToken };
const subscribed = await unwrap(region.http.POST('/reservation/subscribe', { body: subscribe }));
const id = subscribed.reservationChangeSubscriptionId;
await unwrap(region.http.POST('/subscriptions/{id}/test', { params: { path: { id } } }));

/** Whether a notification of the subscription is in the inbox, where the newest ones come first. */
async function hasArrived() {
  const query = { order: 'desc', limit: 100 };
  const { items } = await unwrap(central.http.GET('/notifications', { params: { query } }));
  return items.some(({ notification }) => notification.reservationChangeSubscriptionId === id);
}

const deadline = Date.now() + Number(values.seconds) * 1000;
while (!(await hasArrived())) {
  if (Date.now() > deadline) {
    console.error(`nothing arrived: headroom --url ${values.from} deliveries --subscription ${id}`);
    process.exit(1);
  }
  await pause(200);
}
console.log(JSON.stringify({ subscription: id }));
